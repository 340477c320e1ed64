"""The end of a match on the page: who won, what turned it, and where to go from there."""

import json
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from types import MappingProxyType
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from dashboard.web.replays import undrawn_sentences
from dashboard.web.words.speaking import rendered
from engine.core.decisions import Chooser, Decision, Outcome
from engine.core.ids import RuleId, Seat
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from tests import asking
from tests.needs import expect_packages
from tests.records.made_fonts import bare_machine
from tests.web.browsing import region
from tests.web.every_page import EveryPage
from tests.web.hindrances import hindrances
from tests.web.shown_table import T0, FakeBus, Match

RECAP: dict[str, Any] = {
    "match": "m1",
    "length_s": 754.0,
    "moments": [
        {"at_s": 0.0, "revision": 0, "verdicts": [], "played": [], "came": []},
        {
            "at_s": 61.5,
            "revision": 1,
            "verdicts": [{"kind": "illegal", "text": "", "rules": ["DW-5"]}],
            "played": ["w.cav.1 attacks n.cav.1"],
            "came": ["n.cav.1 is killed"],
        },
        {"at_s": 70.0, "revision": 2, "verdicts": [], "played": [], "came": []},
    ],
}


def end(
    table: FakeBus,
    match: Match,
    *,
    winners: tuple[Seat, ...] = (Seat("west"),),
    players: Mapping[Seat, str] = MappingProxyType({}),
) -> None:
    """Tell that West has won, or others."""
    said = match.message()
    won = Outcome(winners, RuleId("DW-1"), Phrase("nobody else is left"))
    view = replace(said.view, outcome=won, decision=Decision(Chooser.NOBODY), headline=Phrase("All dead"))
    table.tell("match", replace(said, view=view, signs={Seat("west"): "cat"}, players=dict(players)))


def test_the_end_says_who_won_how_each_stood_what_turned_it_and_leads_to_the_replay(
    board: Page, table: FakeBus, match: Match
) -> None:
    board.route("**/matches/m1?*", lambda route: route.fulfill(body=json.dumps(RECAP)))
    end(table, match)
    over = region(board, "over")
    expect(over.locator("h2")).to_have_text("West won")
    rows = over.locator(".scores tbody tr")
    expect(rows).to_contain_text(["West", "North"])
    expect(rows.first).to_have_class("won")
    expect(over.locator(".over-head [data-sign=cat], .scores [data-sign=cat]")).to_have_count(2)
    expect(over).to_contain_text("0:12:34, 2 plays, 1 warning, 0 questions")
    turned = over.locator(".turned a")
    expect(turned).to_have_text(["0:01:01 West cavalry 1 attacks North cavalry 1. North cavalry 1 is killed"])
    expect(turned).to_have_attribute("href", "/replay?match=m1&at=61.5")
    expect(over.get_by_role("link", name="Picture to share")).to_have_attribute("download", "m1.png")
    assert hindrances(board) == []
    over.get_by_role("button", name="Look at the board").tap()
    expect(over).to_be_hidden()


def test_a_name_that_the_picture_cannot_show_is_said_beside_it(
    board: Page, table: FakeBus, match: Match
) -> None:
    expect_packages("fontconfig", "libfribidi0")
    with bare_machine():
        found = undrawn_sentences((("west", "Lan 김"), ("north", "김"), ("east", "Nguyễn")))
    recap = RECAP | {"undrawn": rendered(found, "en")}
    board.route("**/matches/m1?*", lambda route: route.fulfill(body=json.dumps(recap)))
    end(table, match)
    said = region(board, "over").locator(".undrawn")
    expect(said).to_have_count(2)
    expect(said.first).to_contain_text("the name Lan 김 whole, and says Lan instead")
    expect(said.last).to_contain_text("says the seat's name instead")
    expect(said.last).to_contain_text("apt install fonts-noto-cjk")
    assert hindrances(board) == []


LONG = {Seat("west"): "W" * 40, Seat("north"): "Bartholomäus Wolfeschlegelsteinhausen MW"}
HIDDEN_BESIDE = """(page) => [...page.querySelectorAll('#over, #over :not(.said), #turn, #turn *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
    .map((one) => one.id || one.className)"""

BROKEN_WORDS = """(page) => [...page.querySelectorAll('#over .scores thead .said')].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
    return lines.size > one.textContent.trim().split(' ').length;
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_end_has_every_winners_name_whole_however_long_it_is(
    board: Page, table: FakeBus, match: Match, width: int
) -> None:
    board.route("**/matches/m1?*", lambda route: route.fulfill(body=json.dumps(RECAP)))
    board.set_viewport_size({"width": width, "height": 800})
    end(table, match, winners=tuple(LONG), players=LONG)
    over = region(board, "over")
    for name in LONG.values():
        expect(over.locator("h2")).to_contain_text(name)
        expect(over.locator(".scores .won th").filter(has_text=name)).to_be_visible()
    expect(over.get_by_role("link", name="Picture to share")).to_be_visible()
    assert board.locator("html").evaluate(HIDDEN_BESIDE) == []
    if width >= 768:  # narrower, the columns have only signs
        expect(over.locator(".scores thead .said").first).to_be_visible()
        assert board.locator("html").evaluate(BROKEN_WORDS) == []


def test_the_end_is_said_at_a_table_that_keeps_no_matches_and_leaves_no_chore(
    board: Page, table: FakeBus, match: Match
) -> None:
    chore = Verdict(
        VerdictKind.PENDING, T0, 9, match.revision, text=Phrase("South's castle is to be taken off")
    )
    match.tell(table, current=chore)
    expect(region(board, "alert")).to_contain_text("Not finished yet")
    end(table, match)
    expect(region(board, "alert")).to_be_hidden()
    expect(region(board, "over").locator("h2")).to_have_text("West won")
    expect(region(board, "over").get_by_role("link", name="Replay")).to_have_count(0)


def test_a_moment_of_a_recorded_match_is_a_picture_to_share(every_page: EveryPage) -> None:
    [recorded] = asking.get(f"{every_page.url}/matches").json()
    name = recorded["match"]
    assert asking.get(f"{every_page.url}/matches/{name}").json()["undrawn"] == []
    answer = asking.get(f"{every_page.url}/matches/{name}/moments/1/board.png?lang=vi")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).width == 1200
    assert asking.get(f"{every_page.url}/matches/{name}/moments/999/board.png").status_code == 404
    assert asking.get(f"{every_page.url}/matches/none/moments/0/board.png").status_code == 404


def test_what_came_of_a_play_is_shown_over_the_board_for_a_moment(
    board: Page, table: FakeBus, match: Match
) -> None:
    moment = region(board, "moment")
    expect(moment).to_be_hidden()
    step = {"move": "w.cav.1", "to": "d7"}
    match.play(step)
    played = PlayedAction(step, Seat("west"), Phrase("x"), came=(Phrase("n.inf.1 is killed"),))
    verdict = Verdict(VerdictKind.SETTLED, T0, 9, match.revision, actions=(played,))
    match.tell(table, recent=(verdict,))
    expect(moment).to_have_text("North infantry 1 is killed")
    moment.tap()
    expect(moment).to_be_hidden()
