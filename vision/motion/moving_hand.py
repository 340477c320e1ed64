"""The look while something moves in the picture.

Pieces lie as before wherever the picture hasn't changed. No label is read.
"""

from dataclasses import dataclass

import numpy as np

from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from engine.core.surfaces import Surface
from vision.board.field import CameraField, cell_share
from vision.known.memory import PiecesBefore
from vision.motion.occlusion import COVERED
from vision.pictures.frame import Frame, Mask


@dataclass(frozen=True, slots=True, eq=False)
class BetweenInput:
    """A picture of something that moves, and the last look."""

    before: Look
    """The last look."""
    ground: CameraField
    """The board's field in the picture."""
    pieces: PiecesBefore
    """The pieces, and the box of small pixels where each may show."""
    frame: Frame
    """The picture."""
    dirty: Mask
    """The small pixels that differ from the picture that was read last."""
    surface: Surface
    """The board's cells."""


def look_between(given: BetweenInput) -> Look:
    """Return the last look without the cells that have changed since; they count as covered."""
    before, ground, pieces = given.before, given.ground, given.pieces
    frame, dirty, surface = given.frame, given.dirty, given.surface
    share = cell_share(dirty, ground)
    hidden = share > COVERED
    hidden[[surface.index[cell] for cell in before.cells.blind]] = True
    backs = [piece for piece, one in pieces.placed.items() if one.back is not None]
    for piece in (*(one.piece for one in before.pieces.seen), *backs):
        left, top, right, bottom = pieces.boxes[piece]
        if dirty[top:bottom, left:right].any():
            hidden[surface.index[pieces.placed[piece].seen.cell]] = True
    blind = {surface.cells[i] for i in np.flatnonzero(hidden)}
    counted = before.pieces.backs
    # Earlier knowledge of a cell holds to the extent that nothing changed there.
    sure = {cell: one * (1.0 - share[surface.index[cell]]) for cell, one in before.cells.confidence.items()}
    sure |= {cell: before.cells.confidence[cell] for cell in before.cells.blind}
    sure |= {cell: 0.5 + share[surface.index[cell]] / 2 for cell in blind.difference(before.cells.blind)}
    return Look(
        before.source,
        frame.sequence,
        frame.taken_at,
        LookPieces(
            tuple(one for one in before.pieces.seen if one.cell not in blind),
            backs=None if counted is None else tuple(one for one in counted if one.cell not in blind),
        ),
        LookCells(
            tuple(cell for cell in before.cells.unsure if cell not in blind),
            tuple(cell for cell in surface.cells if cell in blind),
            {cell: round(float(sure[cell]), 2) for cell in surface.cells if cell in sure},
        ),
        LookMotion(steady=False, moved=False),
    )
