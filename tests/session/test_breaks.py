"""Pausing and going on: one seat alone stops nobody, nor does it set the clocks going again."""

from dataclasses import replace
from typing import Any

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.bus.messages.match import BreakWish
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.phrase import unsaid
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.match_opening import MatchOpening
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

    def __init__(self, bots: str = "") -> None:
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", THREE)
        super().__init__(WAR, replace(opening, bots=bots))
        self.asked = 0

    def ask(self, kind: CommandKind, seat: Seat | None = None, **more: Any) -> AnswerCode:
        self.asked += 1
        return self.obey(Command(f"c{self.asked}", kind, self.table.match.revision, seat=seat, **more))

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


def test_bots_and_players_who_are_out_are_waited_for_by_nobody() -> None:
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
