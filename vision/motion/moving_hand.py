"""A look while something moves: pieces lie still where nothing changed. Nothing is read."""

from collections.abc import Mapping

import numpy as np

from engine.core.ids import PieceId
from engine.core.observations import Look
from vision.board.field import CameraField, cell_share
from vision.board.outlines import spans_px
from vision.board.places import Placed
from vision.known.memory import PiecesBefore
from vision.known.table import Knowledge
from vision.motion.occlusion import COVERED
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Box, Frame, Mask

_MARGIN_MM = 3.0
"""A small px and some more: one is 2.3 mm on a board of 922 mm that fills 400 px."""


def boxes_about(placed: Mapping[PieceId, Placed], camera: Camera, factor: int) -> dict[PieceId, Box]:
    """Return the small pixels where each piece may show: the same for all pictures until one is read."""
    spans = spans_px(camera, list(placed.values()), _MARGIN_MM) / factor
    spans[:, 2:] += 1
    left, top, right, bottom = np.maximum(spans, 0).astype(int).T.tolist()
    return dict(zip(placed, zip(left, top, right, bottom, strict=True), strict=True))


def look_between(
    before: Look, ground: CameraField, pieces: PiecesBefore, frame: Frame, dirty: Mask, *, table: Knowledge
) -> Look:
    """Return the last look, `before`, less what has changed since, which counts as covered."""
    surface = table.board.surface
    share = cell_share(dirty, ground)
    hidden = share > COVERED
    hidden[[surface.index[cell] for cell in before.blind]] = True
    backs = [piece for piece, one in pieces.placed.items() if one.back is not None]
    for piece in (*(one.piece for one in before.seen), *backs):
        left, top, right, bottom = pieces.boxes[piece]
        if dirty[top:bottom, left:right].any():
            hidden[surface.index[pieces.placed[piece].seen.cell]] = True
    blind = {surface.cells[i] for i in np.flatnonzero(hidden)}
    # Earlier knowledge counts as far as nothing changed there since.
    sure = {cell: one * (1.0 - share[surface.index[cell]]) for cell, one in before.confidence.items()}
    sure |= {cell: before.confidence[cell] for cell in before.blind}
    sure |= {cell: 0.5 + share[surface.index[cell]] / 2 for cell in blind.difference(before.blind)}
    return Look(
        source=table.source,
        sequence=frame.sequence,
        taken_at=frame.taken_at,
        seen=tuple(one for one in before.seen if one.cell not in blind),
        unsure=tuple(cell for cell in before.unsure if cell not in blind),
        blind=tuple(cell for cell in surface.cells if cell in blind),
        steady=False,
        moved=False,
        confidence={cell: round(float(sure[cell]), 2) for cell in surface.cells if cell in sure},
        backs=None if before.backs is None else tuple(one for one in before.backs if one.cell not in blind),
    )
