"""One large question at a time: the page of people with weak eyes or unsure fingers, by taps alone."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.core.ids import Cell, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from tests.patience import PATIENCE_S
from tests.web.browsing import fits, ready, until
from tests.web.hindrances import hindrances, hindrances_by_night
from tests.web.large import StandIn, large_page, standing_in
from tests.web.played import in_a_turn, opened
from tests.web.seated import NORTH, WEST, link_of
from tests.web.shown_table import T0, FakeBus, Match, RunningServer
from tests.web.unasked import unasked

GAMES = {"dozen_war": (4, 30), "kingdom_square": (2, 50), "hero_realms": (2, 60), "quoc_chien": (4, 60)}
"""How many play each game, and after how many plays the turn comes that is played here."""
OWN_PLAYS = 3
MOST_PRESSES = 80
ENDS = ("end-turn", "end-really")
LEAST_PX, LEAST_LETTERS_PX = 64, 24

_SHOWN = """() => ({
  says: document.querySelector("#says")?.textContent ?? "",
  answers: [...document.querySelectorAll(".answer:enabled:not(.dim)")].map((one) => one.dataset.key),
  drawn: document.body.dataset.drawn ?? "",
})"""

_SMALL = """([high, letters]) => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("svg");
  const buttons = [...document.querySelectorAll("button, select")].filter(seen);
  const texts = [...document.querySelectorAll("main *, footer *, dialog *")].filter(
    (one) => seen(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
  );
  return [
    ...buttons.filter((one) => one.getBoundingClientRect().height < high).map((one) => one.outerHTML),
    ...texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < letters)
      .map((one) => one.outerHTML),
  ].map((html) => html.slice(0, 120));
}"""
"""The buttons that are too low, and the texts whose letters are too small."""

_HEAR = """
const said = (window.said = []);
const voices = ["en-US", "vi-VN", "ja-JP"].map((lang) => ({ lang, localService: true, default: true }));
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => voices,
  speak(words) { said.push(`${words.lang}: ${words.text}`); queueMicrotask(() => words.onend()); },
  cancel() {},
  addEventListener() {},
} });
"""
"""A browser with voices that remembers what it said."""


_DIM = """() => {
  for (const one of document.querySelectorAll(".map .place:not(.lit, .from)")) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    if (document.elementFromPoint(...middle) === one) return middle;
  }
  return null;
}"""
"""The middle of a dim hex on the screen."""


def shown(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_SHOWN)
    return found


def press(page: Page, key: str) -> None:
    """Tap an answer, and wait until the page shows something else that can be answered, or nothing to do."""
    before = shown(page)
    page.locator(f"#screen [data-key={json.dumps(key)}]").tap()
    until(page, f"(before) => JSON.stringify(({_SHOWN})()) !== before", _compact(before))


def _compact(found: dict[str, Any]) -> str:
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


def play_a_turn(page: Page, hand: StandIn, chance: Random) -> None:
    """Play a whole own turn by taps alone: some things, whatever they ask, and the turn's end."""
    turn = hand.turn
    for _ in range(MOST_PRESSES):
        offered = answers_in(page, hand, turn)
        if not offered:
            return
        ends = [key for key in offered if key in ENDS]
        others = [key for key in offered if key not in (*ENDS, "more")]
        done = len(hand.played) >= OWN_PLAYS or not others
        press(page, ends[0] if ends and (done or "end-really" in ends) else chance.choice(others or offered))
    raise AssertionError(f"the turn doesn't end: {shown(page)}, {hand.played}")


def answers_in(page: Page, hand: StandIn, turn: Seat | None) -> list[str]:
    """Return the answers that can be tapped, once there are any; none after the turn."""
    too_late = time.monotonic() + PATIENCE_S
    while hand.turn == turn:
        if offered := shown(page)["answers"]:
            return list(offered)
        assert time.monotonic() < too_late, f"nothing can be tapped: {shown(page)}"
        page.wait_for_timeout(20)
    return []


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone whose browser can speak; no script of a page fails."""
    faults: list[str] = []
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        service_workers="block",
        reduced_motion="reduce",
    )
    context.add_init_script(_HEAR)
    page = unasked(context).new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_is_played_by_taps_on_large_answers(
    phone: Page, server: RunningServer, bus: FakeBus, game: str
) -> None:
    match = opened(game, GAMES[game][0], seed=5).until(in_a_turn(GAMES[game][1]))
    seat = match.decision.seats[0]
    with standing_in(match, bus, seat) as hand:
        large_page(phone, server, seat)
        assert phone.evaluate(_SMALL, [LEAST_PX, LEAST_LETTERS_PX]) == []
        assert hindrances(phone) == []
        play_a_turn(phone, hand, Random(game))  # noqa: S311 - which answer is tapped
        assert hand.refused == []
        assert len(hand.played) > 1, "more than the turn's end was played"
        expect(phone.locator("body")).to_have_attribute("data-asks", "wait")


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_shows_the_question_whole(
    phone: Page, server: RunningServer, bus: FakeBus, game: str
) -> None:
    match = opened(game, GAMES[game][0], seed=5).until(in_a_turn(GAMES[game][1]))
    seat = match.decision.seats[0]
    with standing_in(match, bus, seat):
        large_page(phone, server, seat, "vi")
        for width, height in ((320, 640), (768, 1024), (1280, 800), (2560, 1440)):
            phone.set_viewport_size({"width": width, "height": height})
            fits(phone, width)
            assert phone.evaluate(_SMALL, [LEAST_PX, LEAST_LETTERS_PX]) == []
        phone.emulate_media(color_scheme="dark")
        expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
        assert hindrances_by_night(phone) == []


def test_a_person_finds_the_large_page_again_after_a_reload_and_on_another_device(
    browser: Browser, phone: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    table.tell("match", replace(match.message(), players={WEST: "Bà Lan", NORTH: "An"}))
    phone.goto(f"{server.url}/#join={link_of(WEST)}")
    ready(phone)
    phone.locator("#set").tap()
    phone.get_by_role("link", name="One large question at a time").tap()
    phone.wait_for_url("**/large")
    expect(phone.locator("#says")).to_contain_text("Your turn")
    phone.reload()
    expect(phone.locator("#says")).to_contain_text("Your turn")
    other = unasked(browser.new_context(service_workers="block")).new_page()
    other.goto(f"{server.url}/#join={link_of(WEST)}")
    other.wait_for_url("**/large")
    other.goto(f"{server.url}/#join={link_of(NORTH)}")
    ready(other)
    expect(other.locator("body")).to_have_attribute("data-page", "match")
    # She comes to another seat: the table knows her by her name.
    table.tell("match", replace(match.message(), players={NORTH: "bà  lan"}))
    other.wait_for_url("**/large")
    other.locator("#choose").click()
    other.locator("#usual").click()
    expect(other).to_have_url(f"{server.url}/")
    phone.reload()
    expect(phone.locator("body")).to_have_attribute("data-page", "large")
    table.tell("match", replace(match.message(), players={WEST: "Bà Lan"}))
    expect(phone).to_have_url(f"{server.url}/")
    other.context.close()


def test_each_question_is_read_aloud_once_and_none_before_a_touch(
    phone: Page, bus: FakeBus, server: RunningServer
) -> None:
    match = opened("dozen_war", 4, seed=5).until(in_a_turn(30))
    match.tell(bus)
    large_page(phone, server, match.decision.seats[0], "vi")
    question = phone.locator("#says")
    expect(question).to_have_text("Đến lượt bạn. Bạn muốn làm gì?")
    assert phone.evaluate("said") == []
    question.tap()
    _said(phone, "vi-VN: Đến lượt bạn. Bạn muốn làm gì?")
    match.tell(bus)
    phone.locator("#again").tap()
    _said(phone, "vi-VN: Đến lượt bạn. Bạn muốn làm gì?")
    for _ in range(2):
        match.tell(bus, current=WRONG)
    expect(question).to_have_text("Too far.")
    _said(phone, "vi-VN: Too far.")
    phone.locator("#choose").tap()
    phone.locator("#aloud").tap()
    expect(phone.locator("#aloud")).to_have_attribute("aria-pressed", "false")
    phone.locator("#close").tap()
    expect(phone.locator("#again")).to_be_hidden()
    match.tell(bus)
    expect(question).to_have_text("Đến lượt bạn. Bạn muốn làm gì?")
    assert phone.evaluate("said") == []


WRONG = Verdict(VerdictKind.ILLEGAL, Seconds(T0 + 5), 3, 0, text=Phrase("too far"), cells=(Cell("e5"),))


def test_a_finger_held_on_a_dim_hex_hears_the_rule(phone: Page, bus: FakeBus, server: RunningServer) -> None:
    match = opened("dozen_war", 4, seed=5).until(in_a_turn(30))
    seat = match.decision.seats[0]
    with standing_in(match, bus, seat):
        large_page(phone, server, seat)
        phone.locator("[data-key^=piece-]").first.tap()
        expect(phone.locator("#says")).to_contain_text("go?")
        asked = phone.locator("#says").inner_text()
        dim = phone.evaluate(_DIM)
        phone.mouse.move(*dim)
        phone.mouse.down()
        expect(phone.locator("body")).to_have_attribute("data-asks", "why")
        phone.mouse.up()
        until(phone, "text => said.includes(text)", f"en-US: {phone.locator('#says').inner_text()}")
        phone.locator("#back").tap()
        expect(phone.locator("#says")).to_have_text(asked)


def test_a_tap_on_a_place_of_the_small_board_is_an_answer(
    phone: Page, bus: FakeBus, server: RunningServer
) -> None:
    match = opened("dozen_war", 4, seed=5).until(in_a_turn(30))
    seat = match.decision.seats[0]
    with standing_in(match, bus, seat) as hand:
        large_page(phone, server, seat)
        phone.locator("[data-key^=piece-]").first.tap()
        expect(phone.locator("#says")).to_contain_text("go?")
        lit = phone.evaluate(_DIM.replace(":not(.lit, .from)", ".lit"))
        phone.touchscreen.tap(*lit)
        phone.locator("[data-key=put]").tap()
        until(
            phone,
            "() => document.body.dataset.asks === 'ask' && !document.querySelector('#back:not([hidden])')",
        )
        assert [list(action) for action in hand.played] == [["move", "to"]]


def test_a_browser_without_a_voice_says_so_once(
    browser: Browser, table: FakeBus, server: RunningServer
) -> None:
    del table
    page = unasked(browser.new_context(service_workers="block", has_touch=True)).new_page()
    page.goto(f"{server.url}/large#join={link_of(WEST)}")
    ready(page)
    expect(page.locator("#voiceless")).to_contain_text("no voice")
    expect(page.locator("#again")).to_be_hidden()
    page.locator("#heard").tap()
    expect(page.locator("#voiceless")).to_be_hidden()
    page.reload()
    ready(page)
    expect(page.locator("#voiceless")).to_be_hidden()
    page.context.close()


def test_the_usual_page_reads_a_reason_aloud_when_asked(
    phone: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    phone.goto(f"{server.url}/#join={link_of(WEST)}")
    ready(phone)
    expect(phone.locator("#caption .speak")).to_have_count(0)
    phone.locator("#board [data-piece='w.inf.1']").tap()
    phone.locator("#board [data-cell=g7] polygon").tap(force=True)
    match.reason(table)
    phone.locator("#caption .speak").tap()
    until(phone, "() => said.length === 1")
    assert phone.evaluate("said[0]").startswith("en-US: ")


def _said(page: Page, *texts: str) -> None:
    """Wait until these were said, and nothing else."""
    until(page, "count => said.length >= count", len(texts))
    assert page.evaluate("said.splice(0)") == list(texts)


def test_played_actions_of_others_are_told_in_one_sentence(
    phone: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    action = {"move": "w.cav.1", "to": "d7"}
    played = PlayedAction(action, Seat("west"), Phrase("West goes"))
    match.play(action)
    settled = Verdict(VerdictKind.SETTLED, Seconds(T0), 9, match.revision, actions=(played,))
    match.tell(table, recent=(settled,))
    phone.goto(f"{server.url}/large#join={link_of(NORTH)}")
    ready(phone)
    expect(phone.locator("#says")).to_have_text("West's turn.")
    expect(phone.locator(".question .detail")).to_have_text("West goes.")
    expect(phone.locator(".answer")).to_have_count(0)
