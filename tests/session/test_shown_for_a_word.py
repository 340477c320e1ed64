"""A piece lifted to show a play's target, when a tablet names the play before the table is at rest."""

from collections.abc import Iterable
from dataclasses import replace

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.table_events import happen
from engine.session.seen.touches import Lie, Touch
from engine.session.seen.trail import Trail, without_shown
from tests.session.seeing import look_at, shown

FIRST, SECOND = PieceId("n.arc.1"), PieceId("n.arc.2")
PIECE, OTHER = PieceId("e.gen.siri"), PieceId("e.gen.lucy")
SETUP = {
    "seats": ["east", "north"],
    "turn": "north",
    "pieces": {
        FIRST: {"at": "d11"},
        SECOND: {"at": "e11"},
        PIECE: {"at": "f11", "hp": 3},
        OTHER: {"at": "e10", "hp": 3},
    },
}


class Table:
    """A table with one camera, four looks a second."""

    def __init__(self) -> None:
        game = DozenWar(load_board("mativen"), Ruleset())
        match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup=SETUP))
        self.setting = setting_of(game, match.state, None)
        self.table = table_of(self.setting, replace(match, started=True))
        self.spots = dict(shown(game.layout(match.state)))
        self.now = 0.0
        self.played: list[str] = []
        self.watch(6)

    def watch(self, looks: int, *, without: Iterable[PieceId] = (), steady: bool = True) -> None:
        for _ in range(looks):
            self.now += 0.25
            spots = {piece: spot for piece, spot in self.spots.items() if piece not in without}
            self.took(look_at(spots, self.now, steady=steady))

    def took(self, what: object) -> None:
        step = happen(self.setting, self.table, what, self.now)  # type: ignore[arg-type]
        self.table = step.table
        self.played += [str(action.text) for one in step.verdicts for action in one.actions]

    def lift(self, piece: PieceId) -> None:
        self.watch(2, without=[piece], steady=False)
        self.watch(1, steady=False)

    def push(self, piece: PieceId) -> None:
        self.spots[piece] = replace(self.spots[piece], edge=True)
        self.watch(6)


def test_a_target_shown_for_a_tablets_play_is_not_taken_for_the_next_plays_target() -> None:
    table = Table()
    table.lift(PIECE)
    said = {"attack": FIRST, "target": PIECE}
    table.took(Command("1", CommandKind.ACT, table.table.match.revision, seat=None, action=said))
    table.push(FIRST)
    table.lift(OTHER)
    table.push(SECOND)
    assert table.played == ["n.arc.1 attacks e.gen.siri", "n.arc.2 attacks e.gen.lucy"]


def away(at: float, piece: PieceId, cell: str) -> Touch:
    return Touch(Seconds(at), piece, Lie(Cell(cell), Face.UP, pushed=False), None)


def back(at: float, piece: PieceId, cell: str) -> Touch:
    return Touch(Seconds(at), piece, None, Lie(Cell(cell), Face.UP, pushed=False))


def test_pieces_that_moved_or_are_in_a_hand_stay_on_the_trail() -> None:
    moved = (away(1.0, PIECE, "c3"), back(2.0, PIECE, "c4"))
    held = (away(5.0, PIECE, "c4"),)
    trail = Trail(touches=(*moved, away(3.0, PIECE, "c4"), back(4.0, PIECE, "c4"), *held))
    assert without_shown(trail, {PIECE}).touches == (*moved, *held)


def test_a_piece_that_the_tablets_play_does_not_concern_stays_shown() -> None:
    trail = Trail(touches=(away(1.0, OTHER, "c5"), back(2.0, OTHER, "c5")))
    assert without_shown(trail, {PIECE}) is trail
