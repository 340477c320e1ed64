"""Ground that an event changes while no camera looks: it's owed, and no fault once a camera looks again."""

from typing import Any

from engine.core.board import load_board
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Spot
from engine.core.observations import Look
from engine.core.verdict import VerdictKind
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.seeing import feel, look_at, shown

BOARD = load_board("mativen")
GAME: Any = open_game("dozen_war", BOARD, Ruleset())
BEFORE_THE_WARP_OPENS = {
    "seats": ["west", "north"],
    "turn": "north",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "c5"}, "n.inf.1": {"at": "j7"}},
}
VOLCANO, WARP = PieceId("volcano.g6"), PieceId("warp.g6")


def is_soldier(piece: PieceId) -> bool:
    """Return whether a piece has a magnet in its foot."""
    return piece.split(".")[1] in ("inf", "cav", "arc")


class Evening:
    """A table with a switch under each cell, and a camera that may look."""

    def __init__(self) -> None:
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", setup=BEFORE_THE_WARP_OPENS)
        match, _ = open_match(GAME, opening)
        self.setting: Any = setting_of(GAME, match.state, None)
        self.table: Any = table_of(self.setting, match)
        self.spots = dict(shown(GAME.layout(match.state)))
        self.kinds: list[VerdictKind] = []
        self.now = 0.0

    def watch(self, seconds: float, *, with_camera: bool) -> None:
        """Let board and camera report four times a second."""
        for _ in range(round(seconds * 4)):
            self.now += 0.25
            soldiers = {str(spot.cell) for piece, spot in self.spots.items() if is_soldier(piece)}
            magnets = [one for one in GAME.pieces(self.table.match.state) if is_soldier(one)]
            self.take(feel(soldiers, self.now, covers=BOARD.surface.cells, notices=magnets))
            if with_camera:
                self.take(look_at(self.spots, self.now))

    def take(self, what: Look | DeviceEvent) -> None:
        step = happen(self.setting, self.table, what, self.now)
        self.table = step.table
        self.kinds += [verdict.kind for verdict in step.verdicts]

    def owed(self) -> dict[PieceId, Spot | None]:
        """Return the leftovers: accepted pieces that differ from what the match expects."""
        return dict(self.table.match.leftovers)


def test_ground_that_changes_while_no_camera_looks_is_asked_for_and_then_no_fault() -> None:
    evening = Evening()
    evening.watch(3.0, with_camera=True)
    evening.watch(4.0, with_camera=False)
    evening.take(DeviceEvent("pad.north", Seconds(evening.now), ButtonPress("end_turn"), mark="1"))
    evening.watch(1.0, with_camera=False)
    assert evening.owed()[WARP] is None
    assert evening.owed()[VOLCANO] == Spot(Cell("g6"), Face.UP, ground=True)
    evening.watch(3.0, with_camera=True)
    assert VerdictKind.ILLEGAL not in evening.kinds
    evening.spots[WARP] = evening.spots.pop(VOLCANO)
    evening.watch(3.0, with_camera=True)
    assert not {VOLCANO, WARP} & evening.owed().keys()
    assert VerdictKind.ILLEGAL not in evening.kinds
