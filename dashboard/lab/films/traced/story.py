"""The acts of a traced film, and the scene of each picture that shows them. Pure."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import cos, radians, sin

import numpy as np

from dashboard.lab.films.piece_places import laid_out, put, standing
from dashboard.lab.films.traced.arms import ArmOwner, Grip
from dashboard.simulator.physical import LyingPiece
from dashboard.simulator.stage import StageScene
from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.core.pieces import PieceSet
from vision.pictures.camera_model import Points
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece

_FROM_DEG = {"west": 180.0, "south": 270.0, "east": 0.0, "north": 90.0}
_BESIDE_MM = 478.0
_ASIDE_DEG = 22.0
_OVER_MM = 5.0
"""The thickness of a finger below its middle, in mm."""

_CARRIED_MM = (28.0, 60.0)
_OUT_MM = (150.0, 240.0)
_SMEAR_MM = 14.0
"""The greatest distance that a carrying hand moves while a picture is taken, in mm."""


@dataclass(frozen=True, slots=True)
class PutDown:
    """The act of putting a piece into a cell, or beside the board."""

    seat: str
    """The seat of the player."""
    piece: str
    """The piece's id in the match."""
    cell: str = ""
    """The cell; empty: beside the board."""
    edge: bool = False
    """Whether the piece is pushed to the cell's edge."""
    face: Face | None = None
    """The side that is up afterwards; None: the piece isn't turned over."""


@dataclass(frozen=True, slots=True)
class PointAt:
    """The act of pointing at a cell without touching anything."""

    seat: str
    """The seat of the player."""
    cell: str
    """The cell that the player points at."""


@dataclass(frozen=True, slots=True)
class Press:
    """The act of pressing the button that ends a turn."""

    seat: str
    """The seat of the player."""


@dataclass(frozen=True, slots=True)
class LightChange:
    """A change of the light, by a lamp or a cloud."""

    phase: int
    """The number of the room's phase that begins."""


Act = PutDown | PointAt | Press | LightChange


@dataclass(frozen=True, slots=True, eq=False)
class ArmReach:
    """An arm in a picture."""

    person: ArmOwner
    """The arm's owner."""
    grip: Grip
    """The posture of the hand."""
    tip_mm: Points
    """The place of the fingertips, `(3,)`, in board millimetres."""
    from_deg: float
    """The direction that the arm comes from, in degrees."""
    variant: int = 0
    """The number of the hand's variant, which has slightly other joints."""
    moving_mm: Points | None = None
    """The movement while the picture is taken, `(3,)`, in mm; None: the arm rests."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedShot:
    """One picture of a traced film."""

    scene: StageScene
    """The pieces and the hand."""
    reach: ArmReach | None = None
    """The arm in the picture; None: there is none."""
    phase: int = 0
    """The number of the room's phase."""
    press: str = ""
    """The seat that presses a button just before the picture; empty: none."""


@dataclass(slots=True)
class FilmAct:
    """Turns the acts of a film into pictures."""

    board: Board
    """The board of the match."""
    pieces: PieceSet
    """The set of pieces."""
    people: dict[str, ArmOwner]
    """The owner of the arm of each seat."""
    chance: random.Random
    """The random source of details."""
    _lying: dict[PieceId, LyingPiece] = field(init=False, default_factory=dict)
    """The pieces as they lie, by their physical ids."""
    _phase: int = field(init=False, default=0)
    """The number of the room's present phase."""

    def shots(self, layout: Layout, acts: Sequence[Act]) -> Iterator[TracedShot]:
        """Yield all pictures, beginning with the table at rest."""
        self._lying = laid_out(layout, self.board, self.pieces, self.chance)
        yield from self._rest(2)
        for act in acts:
            match act:
                case PutDown():
                    yield from self._put(act)
                    yield from self._rest(2)
                case PointAt(seat, cell):
                    x, y = self.board.surface.centre_mm(Cell(cell))
                    yield self._shot(self._reach(seat, (x + 12, y - 8), 14.0, Grip.POINT))
                    yield from self._rest(1)
                case Press(seat):
                    yield replace(self._shot(), press=seat)
                case LightChange(phase):
                    self._phase = phase
                    yield from self._rest(2)

    def _rest(self, times: int) -> Iterator[TracedShot]:
        for _ in range(times):
            yield self._shot()

    def _put(self, act: PutDown) -> Iterator[TracedShot]:
        name = self.pieces.physical_id(PieceId(act.piece))
        before = self._lying[name]
        spot = Spot(Cell(act.cell), act.face, edge=act.edge) if act.cell else None
        after = put(
            PieceId(act.piece), self._lying, spot, board=self.board, pieces=self.pieces, chance=self.chance
        )
        if after.at_mm is None:
            after = LyingPiece((_BESIDE_MM, self.chance.uniform(-250, 250)), before.face, after.turned_deg)
        start, end = before.at_mm, after.at_mm
        if start is None or end is None:
            raise AssertionError(f"{name} isn't on the table")
        leaned = _FROM_DEG[act.seat] + self.chance.uniform(-_ASIDE_DEG, _ASIDE_DEG)
        yield self._shot(self._reach(act.seat, start, self._top(name) + 12, Grip.OPEN, leaned))
        if before.at_mm != after.at_mm and act.cell and not act.edge:
            share, lift = self.chance.uniform(0.3, 0.7), self.chance.uniform(*_CARRIED_MM)
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            way = np.array((end[0] - start[0], end[1] - start[1], 0.0))
            smear = way * min(1.0, self.chance.uniform(0.2, 1.0) * _SMEAR_MM / float(np.linalg.norm(way)))
            held = PlacedPiece(self.pieces.pieces[name], x, y, before.face, leaned - 270.0, lift)
            reach = self._reach(act.seat, (x, y), held.top_mm, Grip.PINCH, leaned, moving_mm=smear)
            rest = {other: how for other, how in self._lying.items() if other != name}
            yield self._shot(reach, held=(held,), lying=rest)
        self._lying.pop(name)
        self._lying[name] = after
        yield self._shot(self._reach(act.seat, end, self._top(name) + _OVER_MM, Grip.PINCH, leaned))
        away, turn = self.chance.uniform(*_OUT_MM), radians(leaned)
        gone = (end[0] + away * cos(turn), end[1] + away * sin(turn))
        smear = np.array((cos(turn), sin(turn), 0.3)) * _SMEAR_MM
        yield self._shot(self._reach(act.seat, gone, 45.0, Grip.OPEN, leaned, moving_mm=smear))

    def _top(self, name: PieceId) -> float:
        return next(one.top_mm for one in standing(self._lying, self.pieces) if one.piece.id == name)

    def _reach(
        self,
        seat: str,
        at_mm: tuple[float, float],
        height_mm: float,
        grip: Grip,
        from_deg: float | None = None,
        *,
        moving_mm: Points | None = None,
    ) -> ArmReach:
        turned = _FROM_DEG[seat] if from_deg is None else from_deg
        tip = np.array((*at_mm, height_mm))
        return ArmReach(self.people[seat], grip, tip, turned, self.chance.randrange(2), moving_mm)

    def _shot(
        self,
        reach: ArmReach | None = None,
        *,
        held: tuple[PlacedPiece, ...] = (),
        lying: dict[PieceId, LyingPiece] | None = None,
    ) -> TracedShot:
        placed = standing(self._lying if lying is None else lying, self.pieces)
        hand = None
        if reach is not None:
            x, y, z = reach.tip_mm.tolist()
            hand = Hand(x, y, reach.from_deg, z)
        return TracedShot(StageScene(placed, held, hand), reach, self._phase)
