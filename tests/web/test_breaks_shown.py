"""Pausing, going on, taking back, and the seats' time, on the page."""

import re
from dataclasses import replace

from playwright.sync_api import Page, expect

from engine.bus.messages.match import (
    BreakWish,
    ClockState,
    EarlierPosition,
    SeatPause,
    SeatTime,
    TakeBackWish,
)
from engine.core.clock import ClockStop
from engine.core.ids import Seat
from engine.core.pausing import PauseReason
from engine.core.phrase import Phrase
from tests.web.browsing import drawer, region, show
from tests.web.hindrances import hindrances
from tests.web.seated import link_of
from tests.web.shown_table import MATCH, FakeBus, Match, RunningServer

MOVED = EarlierPosition(0, Phrase("w.cav.1 moves c5 to d7"), this_turn=False)


def test_a_match_is_paused_and_gone_on_with_from_the_page(board: Page, table: FakeBus, match: Match) -> None:
    breaks = region(board, "agree")
    drawer(board, "table").get_by_role("button", name="Pause the match").tap()
    assert table.next_sent()[1].kind == "pause"
    table.tell("situation", match.situation(paused=True))
    expect(breaks).to_contain_text("Nothing is judged or played until the match goes on.")
    expect(region(board, "end").locator(".end-turn")).to_be_disabled()
    assert hindrances(board) == []
    board.reload()
    breaks.get_by_role("button", name="Go on").tap()
    assert table.next_sent()[1].kind == "resume"


def test_a_pause_that_one_seat_wants_is_agreed_to_by_the_others(
    board: Page, table: FakeBus, match: Match
) -> None:
    table.tell("situation", match.situation(breaking_off=BreakWish((Seat("north"),), (Seat("west"),))))
    asks = region(board, "agree")
    expect(asks).to_contain_text("North would like a pause")
    assert hindrances(board) == []
    asks.get_by_role("button", name="Pause now").tap()
    assert table.next_sent()[1].kind == "pause"
    wish = BreakWish((Seat("west"),), (Seat("north"),))
    table.tell("situation", match.situation(paused=True, breaking_off=wish))
    expect(asks).to_contain_text("West would go on.")
    board.reload()
    asks.get_by_role("button", name="Go on").tap()
    assert table.next_sent()[1].kind == "resume"


def _of_west(page: Page, server: RunningServer) -> Page:
    show(page, f"{server.url}/#join={link_of(Seat('west'))}")
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    return page


def test_a_seat_pauses_for_a_reason_and_all_see_who_why_and_how_long(
    page: Page, server: RunningServer, table: FakeBus, match: Match
) -> None:
    board = _of_west(page, server)
    said = match.message()
    table.tell("match", replace(said, terms=replace(said.terms, pause="reason:5m")))
    drawer(board, "table").locator("#breaks [data-key=pause-alone]").tap()
    breaks = region(board, "breaks")
    expect(breaks).to_contain_text("For 5 min at most, 3 times in a match.")
    breaks.get_by_label("Reason for the pause").select_option("called_away")
    breaks.get_by_label("A word about it, if you like").fill("the door")
    assert hindrances(board) == []
    breaks.locator("[data-key=pause-so]").tap()
    asked = table.next_sent()[1]
    assert (asked.kind, asked.thing, asked.reason) == ("pause", "called_away", "the door")
    own = SeatPause(Seat("west"), PauseReason.CALLED_AWAY, 245.0, "the door")
    table.tell("situation", match.situation(paused=True, seat_pause=own))
    card = region(board, "agree")
    expect(card).to_contain_text("West has paused: called away")
    expect(card).to_contain_text("the door")
    expect(card).to_contain_text("It goes on by itself in 5 min at the latest.")


def test_where_the_arbiter_pauses_a_seat_reads_so(
    page: Page, server: RunningServer, table: FakeBus, match: Match
) -> None:
    board = _of_west(page, server)
    said = match.message()
    table.tell("match", replace(said, terms=replace(said.terms, pause="arbiter")))
    expect(drawer(board, "table").locator("#breaks")).to_contain_text("The arbiter decides when it's paused.")
    table.tell("situation", match.situation(breaking_off=BreakWish((Seat("west"),), ())))
    expect(region(board, "agree")).to_contain_text("West would like a pause")


def test_an_earlier_position_is_taken_back_to_and_a_wish_is_agreed_to(
    board: Page, table: FakeBus, match: Match
) -> None:
    table.tell("match", replace(match.message(), earlier=(MOVED,)))
    breaks = region(board, "agree")
    drawer(board, "table").locator("#breaks [data-key=take-back]").tap()
    region(board, "breaks").get_by_label("Note for the record, if any").fill("an elbow")
    region(board, "breaks").get_by_role("button", name="West cavalry 1 moves c5 to d7").tap()
    asked = table.next_sent()[1]
    assert (asked.kind, asked.choice, asked.reason) == ("take_back", 0, "an elbow")
    board.reload()
    wish = TakeBackWish(0, (Seat("west"),), (Seat("north"),), "an elbow")
    table.tell("situation", match.situation(wish=wish))
    expect(breaks).to_contain_text("West would like to take back")
    expect(breaks).to_contain_text("an elbow")
    expect(breaks).to_contain_text("To before this: West cavalry 1 moves c5 to d7")
    assert hindrances(board) == []
    breaks.get_by_role("button", name="Agree to take it back").tap()
    asked = table.next_sent()[1]
    assert (asked.kind, asked.choice) == ("take_back", 0)


def test_who_goes_home_and_an_arbiters_word_are_asked_for_twice(board: Page, table: FakeBus) -> None:
    breaks = drawer(board, "table").locator("#breaks")
    breaks.get_by_text("Somebody goes home…").tap()
    breaks.get_by_text("North leaves the match").tap()
    breaks.get_by_role("button", name="Yes, North goes home for good").tap()
    asked = table.next_sent()[1]
    assert (asked.kind, asked.player) == ("resign", "north")
    breaks.get_by_text("Adjudicate the match…").tap()
    breaks.get_by_label("West").check()
    breaks.get_by_label("Reason, for the record").fill("the hall closes")
    assert hindrances(board) == []
    board.reload()
    breaks = drawer(board, "table").locator("#breaks")
    breaks.get_by_text("Adjudicate the match…").tap()
    breaks.get_by_label("West").check()
    breaks.get_by_label("Reason, for the record").fill("the hall closes")
    breaks.get_by_role("button", name="End the match so").tap()
    asked = table.next_sent()[1]
    assert (asked.kind, asked.winners, asked.reason) == ("adjudicate", ("west",), "the hall closes")


def test_each_seats_time_is_shown_and_counts_on_between_the_engines_words(
    board: Page, table: FakeBus
) -> None:
    times = (SeatTime(Seat("west"), 1781.0, runs=True), SeatTime(Seat("north"), -7.4, fallen=True))
    seats = region(board, "seats")
    expect(seats.locator("[data-clock]:visible")).to_have_count(0)
    table.tell("clock", ClockState(MATCH, "30m", times))
    expect(seats.locator("[data-clock=north]")).to_have_text("⚑ \u22120:07")
    west = seats.locator("[data-clock=west]")
    expect(west).to_have_text(re.compile(r"29:[0-4]\d"))
    expect(west).not_to_have_text(west.inner_text())
    assert hindrances(board) == []
    still = tuple(replace(one, runs=False) for one in times)
    table.tell("clock", ClockState(MATCH, "30m", still, stands=ClockStop.WARNED))
    expect(region(board, "turn")).to_contain_text("Time stands: to be put right")
    expect(west).to_have_text("29:41")
    assert hindrances(board) == []
