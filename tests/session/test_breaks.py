"""Pauses: one seat alone can't pause a match, nor go on with it."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.bus.messages.match import BreakWish, SeatPause
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.pausing import NOTE_LENGTH, PAUSES_EACH, PausedBy, PauseReason, PauseRule, parse_pausing
from engine.core.phrase import unsaid
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.evidence_log import Tick
from engine.session.matches.journal_replay import replay
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table_events import happen
from engine.session.serving.bus_messages import situation_of
from tests.session.commanded import Commanded

WAR = DozenWar(load_board("mativen"), Ruleset())
THREE: dict[str, Any] = {
    "seats": ["west", "south", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "d5"}, "s.inf.1": {"at": "h3"}, "n.inf.1": {"at": "e5"}},
}
WEST, SOUTH, NORTH = Seat("west"), Seat("south"), Seat("north")
PAUSE, RESUME = CommandKind.PAUSE, CommandKind.RESUME


class Evening(Commanded):
    """A match of three."""

    def __init__(self, bots: str = "", pause: str = "") -> None:
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", THREE)
        super().__init__(WAR, replace(opening, bots=bots, pause=pause))
        self.asked = 0

    def passes(self, now: float) -> None:
        """Move the steady clock to `now`."""
        step = happen(self.setting, self.table, Tick(), now)
        self.table = step.table
        self.entries += step.entries

    def ask(self, kind: CommandKind, seat: Seat | None = None, **more: Any) -> AnswerCode:
        self.asked += 1
        return self.obey(Command(f"c{self.asked}", kind, self.table.match.revision, seat=seat, **more))

    def seat_pause(self, now: float) -> SeatPause | None:
        said = situation_of(self.setting, self.table, watching=True, problem=unsaid(), now=now)
        return said.seat_pause

    @property
    def paused(self) -> bool:
        return self.table.match.paused

    @property
    def wish(self) -> BreakWish | None:
        return situation_of(self.setting, self.table, watching=True, problem=unsaid()).breaking_off


def test_one_seat_stops_nobody_until_all_players_agree() -> None:
    evening = Evening()
    assert evening.ask(PAUSE, WEST) is AnswerCode.DONE
    assert evening.ask(PAUSE, WEST) is AnswerCode.DONE
    assert not evening.paused
    assert evening.wish == BreakWish((WEST,), (NORTH, SOUTH))
    evening.ask(PAUSE, NORTH)
    assert not evening.paused
    evening.ask(PAUSE, SOUTH)
    assert evening.paused
    assert evening.wish is None


def test_one_seat_sets_no_match_going_again_that_all_broke_off() -> None:
    evening = Evening()
    evening.ask(PAUSE)
    evening.ask(RESUME, NORTH)
    assert evening.paused
    assert evening.wish == BreakWish((NORTH,), (SOUTH, WEST))
    evening.ask(RESUME, WEST)
    evening.ask(RESUME, SOUTH)
    assert not evening.paused


def test_the_arbiter_pauses_and_goes_on_alone() -> None:
    evening = Evening()
    evening.ask(PAUSE)
    assert evening.paused
    evening.ask(RESUME)
    assert not evening.paused


def test_a_wish_ends_with_the_next_play() -> None:
    evening = Evening()
    evening.ask(PAUSE, SOUTH)
    evening.ask(PAUSE, NORTH)
    assert evening.ask(CommandKind.ACT, WEST, action={"move": "w.inf.1", "to": "c5"}) is AnswerCode.DONE
    assert evening.wish is None
    evening.ask(PAUSE, WEST)
    assert not evening.paused


def test_nobody_waits_for_bots_or_players_who_are_out() -> None:
    evening = Evening(bots="south,north")
    evening.ask(PAUSE, WEST)
    assert evening.paused
    two = Evening()
    two.ask(CommandKind.RESIGN, NORTH)
    assert two.ask(PAUSE, NORTH) is AnswerCode.ILLEGAL
    two.ask(PAUSE, SOUTH)
    assert not two.paused
    two.ask(PAUSE, WEST)
    assert two.paused


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", PauseRule()),
        ("all", PauseRule()),
        ("arbiter", PauseRule(PausedBy.ARBITER)),
        ("reason:5m", PauseRule(PausedBy.REASON, 300)),
        ("reason:90s", PauseRule(PausedBy.REASON, 90)),
    ],
)
def test_the_ways_to_a_pause_are_read_as_they_are_written(text: str, rule: PauseRule) -> None:
    assert parse_pausing(text) == rule


@pytest.mark.parametrize("text", ["anybody", "reason", "reason:0m", "reason:61m", "reason:5h", "reason:-1m"])
def test_another_way_to_a_pause_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(InputFault, match="reason:5m"):
        parse_pausing(text)


def test_where_the_arbiter_decides_players_ask_and_only_the_arbiter_pauses() -> None:
    evening = Evening(pause="arbiter")
    for seat in (WEST, SOUTH, NORTH):
        assert evening.ask(PAUSE, seat) is AnswerCode.DONE
    assert not evening.paused
    assert evening.wish == BreakWish((NORTH, SOUTH, WEST), ())
    evening.ask(PAUSE)
    assert evening.paused
    evening.ask(RESUME, WEST)
    assert evening.paused
    evening.ask(RESUME)
    assert not evening.paused


def test_a_seat_pauses_alone_for_a_reason_and_the_match_goes_on_by_itself() -> None:
    evening = Evening(pause="reason:5m")
    assert evening.ask(PAUSE, WEST, thing="called_away", reason=" the door ") is AnswerCode.DONE
    assert evening.paused
    evening.passes(100.0)
    evening.passes(340.0)
    assert evening.seat_pause(340.0) == SeatPause(WEST, PauseReason.CALLED_AWAY, 60.0, "the door")
    evening.passes(400.0)
    assert not evening.paused
    assert evening.seat_pause(400.0) is None
    assert evening.ask(CommandKind.ACT, WEST, action={"move": "w.inf.1", "to": "c5"}) is AnswerCode.DONE


def test_the_seat_that_paused_alone_goes_on_alone_and_no_other_does() -> None:
    evening = Evening(pause="reason:5m")
    evening.ask(PAUSE, WEST, thing="break")
    evening.ask(RESUME, NORTH)
    assert evening.paused
    evening.ask(RESUME, WEST)
    assert not evening.paused


def test_the_arbiter_ends_a_pause_that_a_seat_made_alone() -> None:
    evening = Evening(pause="reason:5m")
    evening.ask(PAUSE, WEST, thing="break")
    evening.ask(RESUME)
    assert not evening.paused


def test_a_seat_pauses_alone_no_more_often_than_it_may() -> None:
    evening = Evening(pause="reason:5m")
    for _ in range(PAUSES_EACH):
        assert evening.ask(PAUSE, WEST, thing="break") is AnswerCode.DONE
        evening.ask(RESUME, WEST)
    assert evening.ask(PAUSE, WEST, thing="break") is AnswerCode.NOT_NOW
    assert evening.ask(PAUSE, NORTH, thing="break") is AnswerCode.DONE


def test_a_seat_pauses_alone_for_listed_reasons_and_where_the_match_allows_it() -> None:
    evening = Evening(pause="reason:5m")
    assert evening.ask(PAUSE, WEST, thing="boredom") is AnswerCode.UNREADABLE
    assert evening.ask(PAUSE, WEST, thing="break", reason="x" * (NOTE_LENGTH + 1)) is AnswerCode.UNREADABLE
    assert Evening().ask(PAUSE, WEST, thing="break") is AnswerCode.ILLEGAL
    assert Evening(pause="arbiter").ask(PAUSE, WEST, thing="break") is AnswerCode.ILLEGAL


def test_a_seats_own_pause_is_in_the_record_and_read_from_it() -> None:
    evening = Evening(pause="reason:5m")
    evening.ask(PAUSE, WEST, thing="rules", reason="castles")
    again = replay(WAR, evening.entries)
    assert (again.paused, again.own_pause) == (True, evening.table.match.own_pause)
    assert again.own_pauses == {WEST: 1}
