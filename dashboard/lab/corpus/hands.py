"""Simulates hands over a board, moment by moment, while people play. It knows no rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import hypot
from random import Random

from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Layout, Spot, lie_across
from engine.core.surfaces import Surface

_ARM_MM = 42.0
"""The greatest distance of a cell's centre from the middle line of an arm that covers it, in mm."""

_FROM = {"west": (-1.0, -0.4), "south": (0.2, -1.0), "east": (1.0, 0.4), "north": (-0.2, 1.0)}


@dataclass(frozen=True, slots=True)
class EyesMoment:
    """All that a source could see at one moment."""

    spots: Layout
    """The spots of the pieces that no hand holds."""
    covered: frozenset[Cell] = frozenset()
    """The cells beneath hands."""
    steady: bool = True
    """Whether nothing moves."""
    backs: Mapping[Cell, Mapping[str, int]] | None = None
    """The number of face-down cards by cell and back; None: the game has no such cards."""


@dataclass(frozen=True, slots=True)
class HandHabits:
    """The habits of hands that confuse sensors, each as a share of gestures."""

    slides: float = 0.3
    """A piece is slid over the board instead of being lifted."""
    pauses: float = 0.06
    """The hand stops midway."""
    both_hands: float = 0.06
    """Both hands move a piece each at once."""
    nudges: float = 0.02
    """A neighbour is nudged in passing."""


@dataclass(slots=True)
class CorpusHands:
    """The pieces on the board, and the hands that move them."""

    surface: Surface
    """The board's cells."""
    chance: Random
    """The random source of the habits."""
    spots: dict[PieceId, Spot]
    """The present spots of the pieces."""
    habits: HandHabits = HandHabits()
    """The habits of the hands."""

    def still(self, moments: int) -> Iterator[EyesMoment]:
        """Yield this number of moments while nobody touches anything."""
        for _ in range(moments):
            yield EyesMoment(dict(self.spots))

    def put(self, piece: PieceId, to: Spot | None, seat: Seat) -> Iterator[EyesMoment]:
        """Yield the moments of a hand that takes a piece or gets it from the box; `to` None: into the box."""
        chance, before = self.chance, self.spots.get(piece)
        other = self._reach(chance.choice(self.surface.cells), seat) if self._does("both_hands") else set()
        if before is not None:
            for _ in range(chance.choice((1, 1, 2))):
                yield self._under(self._reach(before.cell, seat) | other)
            del self.spots[piece]
        if before is not None and to is not None and before.cell != to.cell:
            yield from self._carried(piece, before, to, seat)
        if to is not None:
            for _ in range(chance.choice((0, 1, 1))):
                yield self._under(self._reach(to.cell, seat) | other)
            self.spots[piece] = to
            self._nudge(to.cell, piece)
            if self._does("pauses"):
                # The hand rests on the piece while its player still thinks.
                yield self._under(self._reach(to.cell, seat))
                for _ in range(chance.randint(4, 16)):
                    yield self._under(self._reach(to.cell, seat), steady=True)
        yield EyesMoment(dict(self.spots), steady=False)

    def lift(self, piece: PieceId, seat: Seat) -> Iterator[EyesMoment]:
        """Yield the moments of a hand that lifts a piece to name it, and puts it back unchanged."""
        spot = self.spots.pop(piece)
        reach = self._reach(spot.cell, seat)
        yield self._under(reach)
        # The piece is held up beside the arm, so its cell is visible.
        yield EyesMoment(dict(self.spots), frozenset(reach - {spot.cell}), steady=False)
        self.spots[piece] = spot
        yield self._under(reach)
        yield EyesMoment(dict(self.spots), steady=False)

    def _carried(self, piece: PieceId, before: Spot, to: Spot, seat: Seat) -> Iterator[EyesMoment]:
        if self._does("slides"):
            for cell in self._between(before.cell, to.cell):
                on = {**self.spots, piece: replace(before, cell=cell, edge=self.chance.random() < 0.3)}
                yield EyesMoment(on, frozenset(self._reach(cell, seat) - {cell}), steady=False)
        elif self.chance.random() < 0.5:
            middle = self._between(before.cell, to.cell)
            yield self._under(self._reach(self.chance.choice(middle or (to.cell,)), seat))

    def _under(self, covered: set[Cell], *, steady: bool = False) -> EyesMoment:
        return EyesMoment(dict(self.spots), frozenset(covered), steady)

    def _reach(self, cell: Cell, seat: Seat) -> set[Cell]:
        """Return the cells that an arm covers when it reaches from a seat's side to a cell."""
        x, y = self.surface.centre_mm(cell)
        dx, dy = _FROM.get(seat, (0.0, -1.0))
        length = hypot(dx, dy)
        dx, dy = dx / length, dy / length
        covered = set()
        for other, (ox, oy) in zip(self.surface.cells, self.surface.centres_mm, strict=True):
            along = (ox - x) * dx + (oy - y) * dy
            aside = abs((ox - x) * dy - (oy - y) * dx)
            if along > -_ARM_MM / 2 and aside < _ARM_MM:
                covered.add(other)
        return covered

    def _between(self, start: Cell, end: Cell) -> tuple[Cell, ...]:
        (x, y), (to_x, to_y) = self.surface.centre_mm(start), self.surface.centre_mm(end)
        cells = (
            self.surface.cell_at(x + (to_x - x) * share, y + (to_y - y) * share)
            for share in (0.25, 0.5, 0.75)
        )
        return tuple(dict.fromkeys(cell for cell in cells if cell is not None and cell not in (start, end)))

    def _nudge(self, cell: Cell, by: PieceId) -> None:
        """Now and then shift a piece beside the one that was put down, to its cell's edge or away from it."""
        if not self._does("nudges"):
            return
        beside = [piece for piece, spot in self.spots.items() if spot.cell == cell and piece != by]
        if beside:
            piece = self.chance.choice(beside)
            self.spots[piece] = replace(self.spots[piece], edge=not self.spots[piece].edge)

    def _does(self, habit: str) -> bool:
        return self.chance.random() < float(getattr(self.habits, habit))


def changes(now: Mapping[PieceId, Spot], wanted: Layout) -> list[PieceId]:
    """Return the pieces to touch so that the table shows a layout: leaving ones first, pushed ones last."""
    changed = [piece for piece in sorted({**now, **wanted}) if not _shows(now.get(piece), wanted.get(piece))]
    return sorted(changed, key=lambda piece: (_stays(now.get(piece), wanted.get(piece)), piece in wanted))


def laid(now: Spot | None, wanted: Spot | None) -> Spot | None:
    """Return the spot of a piece that is laid as a layout says; if that doesn't name the edge, it stays."""
    if wanted is None:
        return None
    stays = now is not None and now.cell == wanted.cell and bool(now.edge)
    return replace(wanted, edge=stays if wanted.edge is None else wanted.edge, covered=False)


def _shows(now: Spot | None, wanted: Spot | None) -> bool:
    if now is None or wanted is None:
        return now is wanted
    same = now.cell == wanted.cell and now.face is wanted.face and not lie_across(now, wanted)
    return same and (wanted.edge is None or wanted.edge is bool(now.edge))


def _stays(now: Spot | None, wanted: Spot | None) -> bool:
    return now is not None and wanted is not None and now.cell == wanted.cell
