"""What is known while something moves: what lay where nothing changed lies there still. Nothing is read."""

import numpy as np

from engine.core.glimpse import Look
from vision.field import cell_share
from vision.footprints import spans_px
from vision.frame import Frame, Mask
from vision.knowledge import ReadingState, Table
from vision.occlusion import COVERED

_MARGIN_MM = 3.0


def look_between(state: ReadingState, frame: Frame, dirty: Mask, table: Table) -> Look:
    """Return the last look less what has changed since, which counts as covered.

    The state has a look, and so a camera.
    """
    if (
        state.look is None or state.location is None or state.ground is None or state.read_from is None
    ):  # pragma: no cover
        raise AssertionError
    surface = table.board.surface
    before = state.look
    share = cell_share(dirty, state.ground)
    hidden = share > COVERED
    hidden[[surface.index[cell] for cell in before.blind]] = True
    backs = [one for one in state.placed.values() if one.back is not None]
    known = [*(state.placed[one.piece] for one in before.seen), *backs]
    spans = spans_px(state.location.camera, known, _MARGIN_MM) / state.read_from.factor
    spans[:, 2:] += 1
    boxes = np.maximum(spans, 0).astype(int).tolist()
    for one, (left, top, right, bottom) in zip(known, boxes, strict=True):
        if dirty[top:bottom, left:right].any():
            hidden[surface.index[one.seen.cell]] = True
    blind = {surface.cells[i] for i in np.flatnonzero(hidden)}
    # What was known before counts as far as nothing changed there since.
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
        confidence={cell: round(float(one), 2) for cell, one in sure.items()},
        backs=None if before.backs is None else tuple(one for one in before.backs if one.cell not in blind),
    )
