"""What lies under a piece can't be seen: it is no fault while covered, and none when it comes to light."""

from typing import Any

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.verdict import Verdict
from engine.games.registry import open_game
from engine.session.matches.match import Opening, open_match
from engine.session.playing.commanding import command
from engine.session.playing.reporting import see
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
    """A table on which the warp opens while a soldier stands on the volcano."""

    def __init__(self) -> None:
        game = open_game("dozen_war", load_board("mativen"), Ruleset())
        opening = Opening("m", Seconds(0.0), "dozen_war", "mativen", "none", setup=SETUP)
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
        told: list[Verdict] = []
        for steady in (False, True, True):
            self.now += 0.5
            step = see(self.setting, self.table, look_at(self.spots, self.now, steady=steady, blind=()))
            self.table = step.table
            told += step.verdicts
        return told

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
    told = crater.descend(volcano_there=True)
    assert [str(verdict.kind) for verdict in told] == ["settled", "pending"]
    assert [action.text for action in told[0].actions] == ["w.inf.1 moves g6 to f6"]
    assert {(step.piece, step.to) for step in told[1].repair} == {("volcano.g6", None), ("warp.g6", "g6")}


def test_a_volcano_that_was_taken_away_under_the_soldier_is_no_matter() -> None:
    crater = Crater()
    told = crater.descend(volcano_there=False)
    assert [str(verdict.kind) for verdict in told] == ["settled"]
    assert crater.table.match.leftovers == {}
