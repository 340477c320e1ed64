"""The sensors of simulated tables: cameras, switches and readers, with their faults."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from dashboard.lab.corpus.eyes import CorpusEyes
from dashboard.lab.corpus.hands import EyesMoment
from dashboard.lab.corpus.underside import Broken
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout
from engine.core.observations import Look
from engine.core.surfaces import Surface


class Senses(StrEnum):
    """The sensors of a table, with their troubles.

    `BLINDED`: the camera sees nothing for half of the time. `SLOW_READERS`: each reader reads every two
    seconds. `NUDGED`: hands nudge neighbouring pieces ten times as often. `HITCHING` and `HITCHING_ALONE`:
    the board restarts now and then, and reports in bursts.
    """

    CAMERA = "camera"
    SWITCHES = "switches"
    SWITCHES_AND_READERS = "switches and readers"
    CAMERA_AND_BOARD = "camera and board"
    BLINDED = "camera blinded half of the time, and board"
    BOARD_DIES = "camera, and a board that dies"
    CONTRADICTING = "camera, and a board that contradicts it"
    SLOW_READERS = "camera, and a board with slow readers"
    NUDGED = "camera and board, with pieces nudged"
    HITCHING = "camera, and a board that restarts and stalls"
    HITCHING_ALONE = "switches and readers that restart and stall"

    @property
    def sees(self) -> bool:
        """Whether there is a camera."""
        return self not in {Senses.SWITCHES, Senses.SWITCHES_AND_READERS, Senses.HITCHING_ALONE}

    @property
    def hitches(self) -> bool:
        """Whether the board restarts now and then, and reports in bursts."""
        return self in {Senses.HITCHING, Senses.HITCHING_ALONE}

    @property
    def feels(self) -> bool:
        """Whether there is a board of switches."""
        return self is not Senses.CAMERA

    @property
    def reads(self) -> bool:
        """Whether there are readers beneath castles and the warp point."""
        return self.feels and self is not Senses.SWITCHES


SLOW_ROUND_S = 2.0
"""The time between two readings of a reader that all antennas of a board share, in seconds."""

OFTEN_NUDGED = 0.2


@dataclass(slots=True)
class Blindfolded:
    """A source that sees nothing for half of the time, for 5 to 20 s each time."""

    eyes: CorpusEyes
    """The source of the looks."""
    chance: Random
    """The random source of the times."""
    _until: float = 0.0
    """The time when the present state ends, in seconds."""
    _blind: bool = True
    """Whether it sees nothing at present."""

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the source's looks, or none while it's blind."""
        if at >= self._until:
            self._blind, self._until = not self._blind, at + self.chance.uniform(5.0, 20.0)
        looks = tuple(self.eyes.looks(moment, at))
        if not self._blind:
            yield from looks


@dataclass(frozen=True, slots=True)
class Beneath:
    """The sensors beneath a table: switches that notice pieces, and readers that name them."""

    magnets: frozenset[PieceId]
    """The pieces with a magnet."""
    readers: frozenset[Cell]
    """The cells with a reader."""

    def tells(self, before: Layout, after: Layout) -> bool:
        """Tell whether sensors can recognise a play: each moved piece is alone in its cell, or is read."""
        moved = [
            piece
            for piece in before.keys() | after.keys()
            if (one := before.get(piece)) != (other := after.get(piece))
            and (one is None or other is None or (one.cell, one.face) != (other.cell, other.face))
        ]
        return bool(moved) and all(self._shows(piece, before, after) for piece in moved)

    def _shows(self, piece: PieceId, before: Layout, after: Layout) -> bool:
        was, now = before.get(piece), after.get(piece)
        if piece not in self.magnets or was is None or now is None or was.cell == now.cell:
            return False
        return self._alone(piece, was.cell, before) and self._alone(piece, now.cell, after)

    def _alone(self, piece: PieceId, cell: Cell, layout: Layout) -> bool:
        if cell in self.readers:
            return True
        return not any(
            spot.cell == cell and other != piece and other in self.magnets for other, spot in layout.items()
        )


def broken_board(
    surface: Surface, readers: tuple[Cell, ...], pieces: frozenset[PieceId], chance: Random
) -> Broken:
    """Return a board with a switch stuck on, two stuck off, a deaf reader, and two pieces without a tag."""
    on, *off = chance.sample(surface.cells, 3)
    return Broken(
        frozenset((on,)),
        frozenset(off),
        frozenset(chance.sample(readers, 1)),
        frozenset(chance.sample(sorted(pieces), 2)),
    )
