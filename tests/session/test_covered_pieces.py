"""A piece under another can't be seen. It's no fault while it's covered, nor when it's uncovered.

Nor is it a fault if the play that covers it hasn't been judged yet, and isn't legal.
"""

from typing import Any

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.verdict import Verdict
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.reports import see
from engine.session.playing.table import Setting, Table, setting_of, table_of
from tests.session.seeing import look_at, shown

SETUP = {
    "seats": ["west", "north"],
    "turn": "north",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "g6"}, "n.inf.1": {"at": "a11"}},
    "castles": {},
}
VOLCANO, CLIMBER = PieceId("volcano.g6"), PieceId("w.inf.1")


class Crater:
    """A table where the warp opens while a soldier stands on the volcano."""

    def __init__(self) -> None:
        game = open_game("dozen_war", load_board("mativen"), Ruleset())
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", setup=SETUP)
        match, _ = open_match(game, opening)
        self.setting: Setting[Any, Any] = setting_of(game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)
        self.spots: dict[PieceId, Spot] = dict(shown(game.layout(match.state)))
        self.now = 0.0
        self.rest()
        end = Command("1", CommandKind.ACT, self.table.match.revision, action={"end_turn": True})
        self.table = command(self.setting, self.table, end).table
        for piece, spot in shown(game.layout(self.table.match.state)).items():
            if piece.startswith(("w.", "n.")):
                self.spots[piece] = spot
        self.rest()

    def rest(self) -> list[Verdict]:
        said: list[Verdict] = []
        for steady in (False, True, True):
            self.now += 0.5
            step = see(self.setting, self.table, look_at(self.spots, self.now, steady=steady, blind=()))
            self.table = step.table
            said += step.verdicts
        return said

    def descend(self, *, volcano_there: bool) -> list[Verdict]:
        moved = next(
            action
            for action in self.setting.game.legal_actions(self.table.match.state)
            if self.setting.game.format_action(action) == {"move": "w.inf.1", "to": "f6"}
        )
        after = self.setting.game.apply(self.table.match.state, moved)
        self.spots[CLIMBER] = shown(self.setting.game.layout(after))[CLIMBER]
        if volcano_there:
            self.spots[VOLCANO] = Spot(Cell("g6"), edge=False)
        else:
            self.spots[PieceId("warp.g6")] = shown(self.setting.game.layout(after))[PieceId("warp.g6")]
        return self.rest()


def test_a_volcano_that_nobody_could_take_away_is_to_be_put_away_not_warned_of() -> None:
    crater = Crater()
    said = crater.descend(volcano_there=True)
    assert [str(verdict.kind) for verdict in said] == ["settled", "pending"]
    assert [action.text for action in said[0].actions] == ["w.inf.1 moves g6 to f6"]
    assert {(step.piece, step.to) for step in said[1].repair} == {("volcano.g6", None), ("warp.g6", "g6")}


def test_a_volcano_that_was_taken_away_under_the_soldier_is_no_matter() -> None:
    crater = Crater()
    said = crater.descend(volcano_there=False)
    assert [str(verdict.kind) for verdict in said] == ["settled"]
    assert crater.table.match.leftovers == {}


SLOPE = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.arc.1": {"at": "d5"}, "w.cav.1": {"at": "e5"}, "n.inf.1": {"at": "a11"}},
    "castles": {},
}
SHADOW = ("l1",)
"""A cell that no look can ever read, far from everything."""


class Slope:
    """A table beside a mountain, with a hard shadow elsewhere that is never read."""

    def __init__(self) -> None:
        game = open_game("dozen_war", load_board("mativen"), Ruleset())
        match, _ = open_match(
            game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", setup=SLOPE)
        )
        self.setting: Setting[Any, Any] = setting_of(game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)
        self.spots: dict[PieceId, Spot] = dict(shown(game.layout(match.state)))
        self.now = 0.0
        assert self.rest() == []

    def rest(self, *, unsure: tuple[str, ...] = ()) -> list[Verdict]:
        said: list[Verdict] = []
        for steady in (False, True, True):
            self.now += 0.5
            look = look_at(self.spots, self.now, steady=steady, unsure=(*SHADOW, *unsure))
            step = see(self.setting, self.table, look)
            self.table = step.table
            said += step.verdicts
        return said

    def climb(self, climber: str) -> None:
        del self.spots[PieceId("mountain.e4")]
        self.spots[PieceId(climber)] = Spot(Cell("e4"), edge=False)


def test_a_mountain_that_a_play_covers_has_not_gone_to_where_nothing_could_ever_be_read() -> None:
    slope = Slope()
    slope.climb("w.arc.1")
    said = slope.rest()
    assert [str(verdict.kind) for verdict in said] == ["settled"]
    assert [action.action for action in said[0].actions] == [{"move": "w.arc.1", "to": "e4"}]


def test_only_the_climber_of_an_illegal_climb_is_to_be_put_back() -> None:
    slope = Slope()
    slope.climb("w.cav.1")
    (warning,) = slope.rest()
    assert [violation.rule for violation in warning.violations] == ["DW-3.2"]
    assert [step.piece for step in warning.repair] == ["w.cav.1"]


def test_a_mountain_that_lies_bare_and_is_taken_away_is_missed() -> None:
    slope = Slope()
    del slope.spots[PieceId("mountain.b6")]
    (warning,) = slope.rest()
    assert [step.piece for step in warning.repair] == ["mountain.b6"]


def test_a_piece_in_a_hand_has_not_moved_to_a_cell_that_nobody_can_read() -> None:
    slope = Slope()
    slope.rest(unsure=("c5",))
    del slope.spots[PieceId("w.arc.1")]
    slope.rest(unsure=("c5",))
    assert slope.table.match.revision == 0
    slope.climb("w.arc.1")
    (said,) = slope.rest()
    assert [action.action for action in said.actions] == [{"move": "w.arc.1", "to": "e4"}]
