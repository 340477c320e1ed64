"""Acts a match before a camera: places of pieces in mm, and arms that move them. It knows no rules."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import cos, radians, sin

from dashboard.lab.corpus.hands import EyesMoment
from dashboard.lab.films.piece_places import laid_out, put, standing
from dashboard.simulator.physical import LyingPiece
from dashboard.simulator.stage import StageScene
from engine.core.board import Board
from engine.core.ids import PieceId, Seat
from engine.core.layout import Spot
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece

SKINS = ((132, 162, 208), (96, 128, 186), (60, 84, 132), (38, 52, 84), (176, 196, 232))
SLEEVES = ((158, 176, 92), (40, 30, 190), (60, 60, 60), (225, 225, 230), (84, 110, 140), (150, 90, 40))
"""The colours of people's skin and sleeves, as BGR in full light."""

_FROM_DEG = {"west": 180.0, "south": 270.0, "east": 0.0, "north": 90.0}
_BOX_MM = (0.0, -520.0)
_PAUSES = (3, 10)
_SHOWN_MM = (90.0, 140.0)


@dataclass(frozen=True, slots=True)
class GestureHabits:
    """The habits that confuse vision, each as a share of gestures unless its field says otherwise."""

    carries: float = 0.5
    """A picture shows the piece on its way."""
    slides: float = 0.25
    """The share of carried pieces that are dragged over the board; the others are in the air."""
    lingers: float = 0.8
    """The hand is still there when the piece lies."""
    pauses: float = 0.04
    """The hand rests on the piece while its player still thinks."""
    nudges: float = 0.02
    """A neighbouring piece is shifted to its cell's edge, or away from it."""
    leans: float = 0.25
    """Head and shoulders come over the table."""


@dataclass(slots=True)
class Gestures:
    """The pieces on the table, and the hands that move them."""

    board: Board
    """The board of the match."""
    pieces: PieceSet
    """The set of pieces."""
    chance: random.Random
    """The random source of the habits."""
    habits: GestureHabits = GestureHabits()
    """The habits of the hands."""
    spots: dict[PieceId, Spot] = field(default_factory=dict)
    """The spots of the pieces, by the match's ids."""
    surface: Surface = field(init=False)
    """The board's cells."""
    scene: StageScene = field(init=False, default=StageScene(()))
    """The present scene in front of the camera."""
    _lying: dict[PieceId, LyingPiece] = field(init=False, default_factory=dict)
    """The pieces as they lie, by their physical ids."""
    _arms: dict[Seat, tuple[tuple[int, int, int], tuple[int, int, int]]] = field(
        init=False, default_factory=dict
    )
    """The colours of each seat's skin and sleeve."""

    def __post_init__(self) -> None:
        """Take the cells from the board."""
        self.surface = self.board.surface

    def still(self, moments: int) -> Iterator[EyesMoment]:
        """Yield this number of moments while nobody touches anything."""
        for _ in range(moments):
            yield self._shown()

    def put(self, piece: PieceId, to: Spot | None, seat: Seat) -> Iterator[EyesMoment]:
        """Yield the moments of a hand that takes a piece or gets it from the box; `to` None: into the box."""
        self._lay_out()
        name = self.pieces.physical_id(piece)
        before = self._lying[name]
        after = self._put(piece, to)
        start, end, from_deg = before.at_mm or _BOX_MM, after.at_mm or _BOX_MM, self._side(seat)
        if before.at_mm is not None:
            yield self._shown(hand=self._hand(seat, start, from_deg))
        self.spots.pop(piece, None)
        if self._does("carries") and (before.at_mm, before.face) != (after.at_mm, after.face):
            yield self._carried(seat, name, before, (start, end), from_deg)
        self._lying[name] = after
        if to is not None:
            self.spots[piece] = to
            self._nudge(piece, to)
        if after.at_mm is not None and self._does("lingers"):
            hand = self._hand(seat, end, from_deg)
            # A hand that puts a piece off the board doesn't pause: the table beneath it would be judged.
            pauses = to is not None and self._does("pauses")
            for _ in range(self.chance.randint(*_PAUSES) if pauses else 1):
                yield self._shown(hand=hand)
        yield self._shown(steady=False)

    def lift(self, piece: PieceId, seat: Seat) -> Iterator[EyesMoment]:
        """Yield the moments of a hand that lifts a piece to name it, and puts it back unchanged."""
        self._lay_out()
        name, spot = self.pieces.physical_id(piece), self.spots.pop(piece)
        how, from_deg = self._lying[name], self._side(seat)
        at_mm = how.at_mm or _BOX_MM
        yield self._shown(hand=self._hand(seat, at_mm, from_deg))
        # The piece is held up beside its place, towards the player.
        towards, away_mm = radians(from_deg), self.chance.uniform(*_SHOWN_MM)
        shown_mm = (at_mm[0] + away_mm * cos(towards), at_mm[1] + away_mm * sin(towards))
        for _ in range(2):
            yield self._held(seat, name, how, shown_mm, from_deg, lift_mm=self.chance.uniform(30, 80))
        self.spots[piece] = spot
        yield self._shown(hand=self._hand(seat, at_mm, from_deg))
        yield self._shown(steady=False)

    def _put(self, piece: PieceId, to: Spot | None) -> LyingPiece:
        return put(piece, self._lying, to, board=self.board, pieces=self.pieces, chance=self.chance)

    def _carried(
        self,
        seat: Seat,
        name: PieceId,
        how: LyingPiece,
        way: tuple[tuple[float, float], tuple[float, float]],
        from_deg: float,
    ) -> EyesMoment:
        share = self.chance.uniform(0.2, 0.8)
        x, y = (a + (b - a) * share for a, b in zip(*way, strict=True))
        lift = 1.0 if self._does("slides") else self.chance.uniform(15, 70)
        return self._held(seat, name, how, (x, y), from_deg, lift_mm=lift)

    def _held(
        self,
        seat: Seat,
        name: PieceId,
        how: LyingPiece,
        at_mm: tuple[float, float],
        from_deg: float,
        *,
        lift_mm: float,
    ) -> EyesMoment:
        held = PlacedPiece(self.pieces.pieces[name], *at_mm, how.face, how.turned_deg, lift_mm)
        rest = {other: lying for other, lying in self._lying.items() if other != name}
        hand = self._hand(seat, at_mm, from_deg, lift_mm + 6)
        return self._shown(rest, held=(held,), hand=hand)

    def _shown(
        self,
        lying: Mapping[PieceId, LyingPiece] | None = None,
        *,
        held: tuple[PlacedPiece, ...] = (),
        hand: Hand | None = None,
        steady: bool = True,
    ) -> EyesMoment:
        self._lay_out()
        self.scene = StageScene(standing(self._lying if lying is None else lying, self.pieces), held, hand)
        return EyesMoment(dict(self.spots), steady=steady and hand is None)

    def _lay_out(self) -> None:
        """Lay out the spots of the match's opening, once."""
        if not self._lying:
            self._lying = laid_out(self.spots, self.board, self.pieces, self.chance)

    def _nudge(self, by: PieceId, to: Spot) -> None:
        if not self._does("nudges"):
            return
        beside = [one for one, spot in self.spots.items() if spot.cell == to.cell and one != by]
        movable = [one for one in beside if self._moves(one)]
        if movable:
            piece = self.chance.choice(movable)
            spot = replace(self.spots[piece], edge=not self.spots[piece].edge)
            self._lying[self.pieces.physical_id(piece)] = self._put(piece, spot)
            self.spots[piece] = spot

    def _moves(self, piece: PieceId) -> bool:
        return self.pieces.pieces[self.pieces.physical_id(piece)].kind.name in ("soldier", "general")

    def _side(self, seat: Seat) -> float:
        return _FROM_DEG.get(seat, 270.0) + self.chance.uniform(-30, 30)

    def _hand(self, seat: Seat, at_mm: tuple[float, float], from_deg: float, height_mm: float = 12.0) -> Hand:
        if seat not in self._arms:
            self._arms[seat] = (self.chance.choice(SKINS), self.chance.choice(SLEEVES))
        skin, sleeve = self._arms[seat]
        x, y = (value + self.chance.uniform(-12, 12) for value in at_mm)
        spread, leans = self.chance.uniform(0.1, 0.8), self._does("leans")
        return Hand(x, y, from_deg, height_mm, spread, skin=skin, sleeve=sleeve, leans=leans)

    def _does(self, habit: str) -> bool:
        return self.chance.random() < float(getattr(self.habits, habit))
