"""A player who goes home leaves the match, and an arbiter ends one. Both are announced, kept and replayed."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.games.dozen_war.game import DozenWar
from engine.records.exports import notation_of, play_notation
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import outcome_of
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.rulings import LONGEST_REASON
from engine.session.serving.bus_messages import match_state_of
from tests.session.commanded import Commanded
from tests.session.row_game import RowGame

WAR = DozenWar(load_board("mativen"), Ruleset())
THREE: dict[str, Any] = {
    "seats": ["west", "south", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "d5"}, "s.inf.1": {"at": "h3"}, "n.inf.1": {"at": "e5"}},
}
TWO: dict[str, Any] = {**THREE, "seats": ["west", "north"], "pieces": {"w.inf.1": {"at": "d5"}}}
ROW = {"a.1": "c1", "b.1": "c6"}
WEST, SOUTH, NORTH = Seat("west"), Seat("south"), Seat("north")


class LeavingMatch(Commanded):
    """A match that players leave."""

    def __init__(self, game: Any = WAR, setup: Any = THREE) -> None:
        super().__init__(game, MatchOpening("m", Seconds(0.0), game.name, "mativen", "none", setup))

    def ask(self, kind: CommandKind, seat: Seat | None = None, **more: Any) -> AnswerCode:
        return self.obey(Command(f"c{len(self.entries)}", kind, self.table.match.revision, seat=seat, **more))

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        ended = outcome_of(self.game, self.table.match)
        return None if ended is None else ended.winners


def test_a_seat_goes_home_by_its_own_tablet_and_the_others_play_on() -> None:
    table = LeavingMatch()
    assert table.ask(CommandKind.RESIGN, NORTH) is AnswerCode.DONE
    assert table.winners is None
    assert [one.seat for one in match_state_of(table.setting, table.table).view.seats if one.out] == [NORTH]
    assert table.ask(CommandKind.ACT, WEST, action={"move": "w.inf.1", "to": "e5"}) is AnswerCode.DONE


def test_a_seat_whose_turn_it_is_goes_home_and_the_next_one_plays() -> None:
    table = LeavingMatch()
    assert table.ask(CommandKind.RESIGN, None, player=WEST) is AnswerCode.DONE
    assert table.game.decider(table.table.match.state).seats == (SOUTH,)


def test_nobody_sends_another_seat_home_but_the_arbiter() -> None:
    table = LeavingMatch()
    assert table.ask(CommandKind.RESIGN, WEST, player=NORTH) is AnswerCode.ILLEGAL
    assert table.ask(CommandKind.RESIGN) is AnswerCode.UNREADABLE
    assert table.ask(CommandKind.RESIGN, None, player=Seat("east")) is AnswerCode.UNREADABLE
    assert table.table.match.revision == 0
    assert table.ask(CommandKind.RESIGN, None, player=NORTH) is AnswerCode.DONE
    assert table.ask(CommandKind.RESIGN, None, player=NORTH) is AnswerCode.UNREADABLE


def test_the_last_one_left_has_won_and_nothing_is_played_after_that() -> None:
    table = LeavingMatch(setup=TWO)
    assert table.ask(CommandKind.RESIGN, NORTH) is AnswerCode.DONE
    assert table.winners == (WEST,)
    assert table.ask(CommandKind.RESIGN, WEST) is AnswerCode.NOT_NOW
    assert table.ask(CommandKind.ADJUDICATE, winners=(WEST,), reason="late") is AnswerCode.NOT_NOW


def test_the_other_seat_wins_when_one_of_two_goes_home() -> None:
    table = LeavingMatch(RowGame(), ROW)
    seats = [one.seat for one in match_state_of(table.setting, table.table).view.seats]
    assert table.ask(CommandKind.RESIGN, seats[1]) is AnswerCode.DONE
    assert table.winners == (seats[0],)
    assert table.ask(CommandKind.ACT, seats[0], action={}) is AnswerCode.NOT_NOW


@pytest.mark.parametrize("winners", [(WEST,), (WEST, SOUTH), ()], ids=["one", "two", "nobody"])
def test_an_arbiter_ends_a_match_with_a_reason_that_is_kept(winners: tuple[Seat, ...]) -> None:
    table = LeavingMatch()
    reason = "the hall closes"
    assert table.ask(CommandKind.ADJUDICATE, winners=winners, reason=reason) is AnswerCode.DONE
    assert table.winners == winners
    shown = match_state_of(table.setting, table.table)
    assert shown.view.decision.chooser is Chooser.NOBODY
    assert shown.view.outcome is not None
    assert shown.view.outcome.reason == "adjudicated"
    assert reason in str(shown.last_actions[-1])
    assert reason in str(shown.view.headline)
    assert reason in str(table.entries[-1].body["text"])
    assert table.ask(CommandKind.ACT, WEST, action={"end_turn": True}) is AnswerCode.NOT_NOW


@pytest.mark.parametrize("reason", ["", "   ", "x" * (LONGEST_REASON + 1)], ids=["none", "blank", "long"])
def test_no_match_is_adjudicated_without_a_reason_that_fits(reason: str) -> None:
    table = LeavingMatch()
    assert table.ask(CommandKind.ADJUDICATE, winners=(WEST,), reason=reason) is AnswerCode.UNREADABLE
    assert table.winners is None


def test_a_seat_cannot_adjudicate_and_only_players_of_the_match_can_win_it() -> None:
    table = LeavingMatch()
    assert table.ask(CommandKind.ADJUDICATE, WEST, winners=(WEST,), reason="mine") is AnswerCode.ILLEGAL
    assert (
        table.ask(CommandKind.ADJUDICATE, winners=(Seat("east"),), reason="theirs") is AnswerCode.UNREADABLE
    )


def test_a_match_that_was_broken_off_can_be_adjudicated() -> None:
    table = LeavingMatch()
    assert table.ask(CommandKind.PAUSE) is AnswerCode.DONE
    assert table.ask(CommandKind.ADJUDICATE, winners=(WEST,), reason="nobody came back") is AnswerCode.DONE
    assert table.winners == (WEST,)


def ended() -> list[LeavingMatch]:
    home, ruled = LeavingMatch(), LeavingMatch()
    home.ask(CommandKind.RESIGN, NORTH)
    home.ask(CommandKind.ACT, WEST, action={"move": "w.inf.1", "to": "e5"})
    ruled.ask(CommandKind.ACT, WEST, action={"move": "w.inf.1", "to": "c5"})
    ruled.ask(CommandKind.ADJUDICATE, winners=(WEST, SOUTH), reason="a draw by agreement")
    return [home, ruled]


@pytest.mark.parametrize("table", ended(), ids=["home", "ruled"])
def test_a_journal_leads_to_the_same_match_again(table: LeavingMatch) -> None:
    again = replay(table.game, table.entries)
    assert again.state == table.table.match.state
    assert again.revision == table.table.match.revision
    assert outcome_of(table.game, again) == outcome_of(table.game, table.table.match)


@pytest.mark.parametrize("table", ended(), ids=["home", "ruled"])
def test_the_text_of_a_match_leads_to_the_same_end(table: LeavingMatch) -> None:
    written = notation_of(table.game, table.entries, secrets=True)
    again, entries = play_notation(table.game, replace(table.opening), written)
    assert again.state == table.table.match.state
    assert outcome_of(table.game, again) == outcome_of(table.game, table.table.match)
    assert outcome_of(table.game, replay(table.game, entries)) == outcome_of(table.game, again)
