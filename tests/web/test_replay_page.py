"""A recorded match on the page: board, picture and verdicts in step; secrets stay secret until the end."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from dashboard.web.replays import Replays
from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import MatchState
from engine.core.ids import Seat
from engine.session.matches.journal import journals
from tests import asking
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import SETUP
from tests.web.browsing import cell, middle, region, resize, show
from tests.web.every_page import record_match
from tests.web.hindrances import hindrances
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer
from tests.web.shown_table import Match as ShownMatch


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a warning, and a picture from then on."""
    folder = tmp_path_factory.mktemp("matches")
    record_match(folder)
    return folder


@pytest.fixture
def replays(bus: FakeBus, folder: Path) -> Iterator[RunningServer]:
    """The service, with a folder of matches."""
    running = RunningServer(bus, matches=folder)
    running.start()
    yield running
    running.stop()


def test_a_match_that_is_not_over_is_offered_to_go_on_with(replays: RunningServer, folder: Path) -> None:
    with asking.client(base_url=replays.url) as client:
        (found,) = client.get("/broken-off").json()
        assert found["match"] == name_in(folder)
        assert found["revision"] > 0


def name_in(folder: Path) -> str:
    return journals(folder)[0].parent.name


def test_the_matches_can_be_asked_for_and_their_moments_in_order(
    replays: RunningServer, folder: Path
) -> None:
    with asking.client(base_url=replays.url) as client:
        (listed,) = client.get("/matches").json()
        found = client.get(f"/matches/{listed['match']}").json()
        assert [one["revision"] for one in found["moments"]] == sorted(
            one["revision"] for one in found["moments"]
        )
        kinds = [verdict["kind"] for one in found["moments"] for verdict in one["verdicts"]]
        assert "illegal" in kinds
        for path in ("/matches/nothing", f"/matches/{name_in(folder)}/moments/999", "/matches/..%5cx"):
            assert client.get(path).status_code == 404


def test_a_picture_is_the_last_one_by_then(replays: RunningServer, folder: Path) -> None:
    with asking.client(base_url=f"{replays.url}/matches/{name_in(folder)}") as client:
        assert client.get("/pictures/cam.jpg", params={"at": 3.0}).status_code == 404
        picture = client.get("/pictures/cam.jpg", params={"at": 9999.0})
        assert Image.open(BytesIO(picture.content)).size == (64, 48)
        assert client.get("/pictures/other.jpg", params={"at": 9999.0}).status_code == 404


def test_a_recorded_match_is_said_in_the_language_asked_for(replays: RunningServer, folder: Path) -> None:
    with asking.client(base_url=f"{replays.url}/matches/{name_in(folder)}") as client:
        moment = client.get("/moments/0", params={"lang": "ja"}).json()
        assert "西" in moment["match"]["view"]["headline"]
        assert moment["situation"]["problem"] == ""


def test_hands_are_hidden_until_the_match_is_over(folder: Path) -> None:
    opened = Replays(folder).opened(name_in(folder))
    assert opened.moment(0, None)["hands"] == []
    ((label, _),) = opened.moment(0, Seat("west"))["hands"]
    assert label == "West"
    over = replace(opened, over=True).moment(0, None)["hands"]
    assert {label: [card.card for card in cards] for label, cards in over} == {
        "West": ["bua-chien"],
        "North": ["khien-go"],
    }


def test_a_seats_tablet_sees_its_own_hand_in_the_match_of_its_table_alone(
    replays: RunningServer, bus: FakeBus, match: ShownMatch, folder: Path
) -> None:
    link = Seating(KEY, table=TABLE).link(TabletPlace(Role.SEAT, Seat("west")))
    path = f"/matches/{name_in(folder)}/moments/0"
    with asking.client(base_url=replays.url, headers={"authorization": f"Bearer {link}"}) as client:
        assert client.get(path).json()["hands"] == [], "another match's West may be somebody else"
        playing: MatchState = replace(match.message(), match=name_in(folder))
        bus.tell("match", playing)
        bus.wait_until_taken()
        assert [label for label, _ in client.get(path).json()["hands"]] == ["West"]
        assert client.get(path, headers={"authorization": "Bearer west.no"}).status_code == 403


def test_the_page_steps_through_a_match_and_jumps_to_its_warning(
    replays: RunningServer, folder: Path, page: Page
) -> None:
    show(page, f"{replays.url}/replay")
    expect(page.locator("#headline")).to_contain_text("West to move")
    infantry = page.locator("#board [data-piece='w.inf.1']")
    expect(infantry).to_have_attribute("aria-label", "West infantry 1 at e5, 2 of 2 HP")
    expect(region(page, "none")).to_be_visible()
    page.get_by_role("button", name="Step on").click()
    expect(infantry).to_have_attribute("aria-label", "West infantry 1 at e6, 2 of 2 HP")
    page.get_by_role("button", name="Next warning").click()
    expect(page.locator("#moments .warns [aria-current], #moments .warns[aria-current]")).to_be_visible()
    expect(page.locator("#headline")).to_contain_text("North to move")
    expect(region(page, "picture")).to_be_visible()
    expect(page.get_by_role("button", name="Next warning")).to_be_disabled()
    assert f"match={name_in(folder)}&at=" in page.url
    assert hindrances(page) == []


def test_the_list_of_matches_says_who_played_and_the_page_shows_them_with_their_signs(
    bus: FakeBus, tmp_path: Path, page: Page
) -> None:
    engine = RecordedEngine(tmp_path, setup=SETUP)
    for player, name, sign in (("west", "Lan", "moon"), ("north", "Bình", "")):
        command = Command(player, CommandKind.INTRODUCE, 0, player=Seat(player), name=name, sign=sign)
        engine.service.take(ReceivedMessage("command", "", command))
    engine.service.close()
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    try:
        show(page, f"{running.url}/replay")
        assert page.locator("#which option").inner_text().startswith("Lan, Bình (0 actions,")
        players = page.locator("#players li")
        assert players.all_inner_texts() == ["Lan", "Bình"]
        expect(players.first.locator("[data-sign=moon]")).to_be_attached()
    finally:
        running.stop()


ROWS = """() => {
  const parts = [...document.querySelectorAll('#timeline > .row > :not(#shared)')];
  const boxes = parts.map((one) => one.getBoundingClientRect());
  return new Set(boxes.map((one) => Math.round((one.top + one.bottom) / 2))).size;
}"""
CRAMPED = """() => [...document.querySelectorAll('#timeline :is(button, label, output)')].flatMap((one) => {
  const { width, height, left, right } = one.getBoundingClientRect();
  const small = one.tagName !== 'OUTPUT' && (width < 44 || height < 44);
  const cut = one.scrollWidth > one.clientWidth + 1 || left < 0 || right > innerWidth;
  const faint = parseFloat(getComputedStyle(one).fontSize) < 12;
  return small || cut || faint ? [`${one.id} ${one.textContent.trim()} ${width}x${height}`] : [];
})"""


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_on_a_phone_a_replays_controls_take_two_rows(
    replays: RunningServer, folder: Path, page: Page, language: str
) -> None:
    page.add_init_script(f"localStorage.setItem('boardwarden-language', '{language}')")
    show(page, f"{replays.url}/replay?match={name_in(folder)}&at=2")
    expect(page.locator("html")).to_have_attribute("lang", language)
    for width in (320, 360, 390):
        resize(page, width, 740)
        assert page.evaluate(ROWS) == 2
        assert page.evaluate(CRAMPED) == []
    assert hindrances(page) == []
    region(page, "share").click()
    expect(region(page, "shared")).not_to_be_empty()
    assert page.evaluate(ROWS) == 2
    region(page, "play").click()
    assert page.evaluate(CRAMPED) == []


def test_a_link_leads_to_its_moment_and_playing_goes_on_from_there(
    replays: RunningServer, folder: Path, page: Page
) -> None:
    show(page, f"{replays.url}/replay?match={name_in(folder)}&at=12.3")
    expect(page.locator("#headline")).to_contain_text("North to move")
    expect(region(page, "clock")).to_contain_text("0:00:12 /")
    page.get_by_label("Speed").select_option("32")
    page.get_by_role("button", name="Play").click()
    # It stops at the end by itself.
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#moments li").last).to_have_attribute("aria-current", "step")


def test_a_replay_is_steered_by_keyboard_and_no_key_loses_its_place(
    replays: RunningServer, folder: Path, page: Page
) -> None:
    show(page, f"{replays.url}/replay?match={name_in(folder)}&at=2")
    said, clock = region(page, "moments"), region(page, "clock")
    expect(clock).to_contain_text("0:00:02 /")
    region(page, "at").press("ArrowRight")
    expect(clock).to_contain_text("0:00:07 /")
    expect(region(page, "at")).to_have_attribute("aria-valuetext", "0:00:07")
    region(page, "at").press("ArrowDown")
    expect(clock).to_contain_text("0:00:02 /")
    # Letters mean the same on a button; at the end a button stays what has the focus.
    after = page.get_by_role("button", name="Next warning")
    after.press("n")
    expect(said.locator(".warns[aria-current]")).to_be_visible()
    expect(region(page, "now")).to_contain_text("Infantry moves 1 hex")
    after.press("Enter")
    expect(after).to_be_focused()
    expect(after).to_be_disabled()
    # The list is one stop: where the match stands, and from there by arrow keys.
    expect(said.locator("button[tabindex='0']")).to_have_count(1)
    said.locator("[aria-current] button").focus()
    page.keyboard.press("Home")
    expect(said.locator("button").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(said.locator("button").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(said.locator("li").nth(1)).to_have_attribute("aria-current", "step")
    expect(said.locator("button").nth(1)).to_be_focused()
    region(page, "share").press("Enter")
    expect(region(page, "shared")).not_to_be_empty()
    page.keyboard.press("ArrowLeft")
    expect(region(page, "shared")).to_be_empty()


def test_the_board_of_a_replay_comes_closer_and_stays_so_from_moment_to_moment(
    replays: RunningServer, page: Page
) -> None:
    show(page, f"{replays.url}/replay")
    board, seen = region(page, "board"), page.locator("#board[viewBox]")
    expect(board).to_have_attribute("data-closeness", "1.00")
    page.mouse.move(*middle(cell(page, "e5")))
    page.mouse.wheel(0, -600)
    expect(board).to_have_class("close")
    page.keyboard.press("0")
    expect(board).to_have_attribute("data-closeness", "1.00")
    page.get_by_role("button", name="Closer").press("Enter")
    expect(board).to_have_attribute("data-closeness", "1.50")
    before = seen.get_attribute("viewBox")
    page.keyboard.press("Shift+ArrowRight")
    expect(board).not_to_have_attribute("viewBox", before or "")
    moved = seen.get_attribute("viewBox") or ""
    page.keyboard.press("ArrowRight")
    expect(page.locator("body[data-number='1']")).to_be_attached()
    expect(board).to_have_attribute("viewBox", moved)
    whole = page.get_by_role("button", name="Whole board")
    whole.press("Enter")
    expect(board).to_have_attribute("data-closeness", "1.00")
    # The button has gone, the keyboard hasn't.
    expect(page.get_by_role("button", name="Closer")).to_be_focused()


def test_a_folder_without_a_match_says_so(bus: FakeBus, tmp_path: Path, page: Page) -> None:
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    page.goto(f"{running.url}/replay")
    expect(region(page, "trouble")).to_have_text("No match has been recorded here yet.")
    running.stop()
