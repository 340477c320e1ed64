"""Looks at the simulated table as it lies, without a picture: for tables that nobody films.

It sees what a camera above the table would: of a pile the top card alone, and no card's name from behind.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

from dashboard.simulator.physical import LyingPiece, Pieces
from dashboard.simulator.stage import Stage
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, is_sideways
from engine.core.observations import Backs, Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface, ZoneKind

EYE = "eye"
"""The name of the source."""

_EVERY_S = 0.1
_AT_LEAST_EVERY_S = 0.8
"""The time between two looks at a table that stays as it is, s; a camera looks once a second at least."""


class Publisher(Protocol):
    """The part of a bus that the eye needs."""

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Send a message."""


def look_of(lying: Pieces, surface: Surface, pieces: PieceSet, *, sequence: int, at: Seconds) -> Look:
    """Return the look at a table that lies so; `sequence` is the look's number, `at` its time."""
    seen: list[Seen] = []
    backs: Counter[tuple[Cell, str]] = Counter()
    for piece, cell, how in _visible(lying, surface):
        known = pieces.pieces[piece]
        if known.back is not None and how.face is Face.DOWN:
            backs[cell, known.back.name] += 1
        elif known.tag(how.face) is not None:
            seen.append(_seen(piece, cell, how, surface))
    counted = tuple(Backs(cell, back, number) for (cell, back), number in sorted(backs.items()))
    return Look(
        EYE,
        sequence,
        at,
        LookPieces(tuple(seen), backs=counted if pieces.backs else None),
        LookCells(),
        LookMotion(steady=True, moved=False),
    )


class PlainEye:
    """Sends a look whenever the table differs, and at least once a second, in a thread of its own.

    `stage` returns the table at a moment; `wall` and `wait` are the clock, given so that tests can turn it.
    """

    def __init__(
        self, bus: Publisher, stage: Callable[[Seconds], Stage], surface: Surface, pieces: PieceSet
    ) -> None:
        self._bus, self._stage = bus, stage
        self._surface, self._pieces = surface, pieces
        self._sequence = 0
        self._last: tuple[Pieces, float] | None = None

    def run(self, stop: threading.Event, now: Callable[[], float]) -> None:
        """Look until `stop` is set; `now` is the wall clock."""
        while not stop.wait(_EVERY_S):
            self.look(Seconds(now()))

    def look(self, at: Seconds) -> None:
        """Send a look, if one is due."""
        lying = self._stage(at).lying
        if self._last is not None and self._last[0] is lying and 0 <= at - self._last[1] < _AT_LEAST_EVERY_S:
            return
        self._last = (lying, at)
        self._sequence += 1
        look = look_of(lying, self._surface, self._pieces, sequence=self._sequence, at=at)
        self._bus.publish("look", look, EYE)


def _visible(lying: Pieces, surface: Surface) -> Iterator[tuple[PieceId, Cell, LyingPiece]]:
    """Yield the pieces that show, with their cells: of a pile only the last one, which lies on top."""
    tops: dict[Cell, tuple[PieceId, Cell, LyingPiece]] = {}
    for piece, how in lying.items():
        cell = None if how.at_mm is None else surface.cell_at(*how.at_mm)
        if cell is None:
            continue
        zone = surface.zone_of(cell)
        if zone is None or zone.kind not in (ZoneKind.PILE, ZoneKind.PRIVATE):
            yield piece, cell, how
        elif zone.kind is ZoneKind.PILE:
            tops[cell] = (piece, cell, how)
    yield from tops.values()


def _seen(piece: PieceId, cell: Cell, how: LyingPiece, surface: Surface) -> Seen:
    x, y = how.at_mm or surface.centre_mm(cell)
    return Seen(
        piece,
        cell,
        x,
        y,
        how.face,
        how.turned_deg % 360.0,
        surface.pushed(cell, x, y),
        confidence=1.0,
        margin=1.0,
        sideways=is_sideways(how.turned_deg, surface.facing_deg(cell)),
    )
