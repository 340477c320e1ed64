"""The confidence of a look in its cells without a piece, from measures in the picture.

All values are probabilities, 0..1; 0.5 is a toss-up. This module imports no game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Cell
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CellMeasures:
    """The measures of each cell, `(cells,)`, 0..1."""

    clear: Floats
    """The probability that a label in it is read, or at least noticed: `Clarity.cells`."""
    hidden: Floats
    """The part of it that is covered by a hand, out of the picture, or without its lines."""
    behind: Floats
    """The part of it that pieces occlude."""
    strange: Floats
    """The part of it that shows something unexplained."""
    limit: float
    """The least unexplained part of a cell that makes it uncertain: `STRANGE_SHARE`."""
    label: float
    """The part of a cell that the smallest piece's label covers."""
    shown: Mapping[int, float]
    """The likeness to a label of any other uncertain thing in a cell, 0..1, by the cell's index."""

    def empty(self) -> Floats:
        """Return the probability of each cell to be empty, if nothing is seen in it."""
        strange = np.minimum(1.0, self.strange / self.limit)
        return self.clear * (1.0 - self.hidden) * (1.0 - self.behind) * (1.0 - strange / 2)

    def something(self) -> Floats:
        """Return the probability of each cell to have something in it, if it is called uncertain."""
        shown = np.zeros(len(self.clear))
        for cell, score in self.shown.items():
            shown[cell] = score
        return _at_least_half(np.maximum(self.strange / self.label, shown))

    def blind(self) -> Floats:
        """Return the probability of each cell to be out of sight, if it is called blind."""
        return _at_least_half(np.maximum(self.hidden, 1.0 - self.clear))

    def confidences(
        self,
        cells: Sequence[Cell],
        *,
        seen: Collection[Cell],
        unsure: Collection[Cell],
        blind: Collection[Cell],
    ) -> dict[Cell, float]:
        """Return the confidence of a look in each cell, except cells that have only seen pieces."""
        empty, something, hidden = self.empty(), self.something(), self.blind()
        return {
            cell: round(float((hidden if cell in blind else something if cell in unsure else empty)[i]), 2)
            for i, cell in enumerate(cells)
            if cell in blind or cell in unsure or cell not in seen
        }


def _at_least_half(share: Floats) -> Floats:
    return 0.5 + np.clip(share, 0.0, 1.0) / 2


def standing_out(grey: Image, places_px: Iterable[Points], reach_px: float, contrast: float) -> list[float]:
    """Return the contrast at each place, `(2,)` px, as a part of the print's contrast, 0..1.

    `reach_px` is half the width of the square around a place.
    """
    height, width = grey.shape[:2]
    reach = max(2, round(reach_px))
    found = []
    for u, v in places_px:
        left, top = (
            int(np.clip(round(u) - reach, 0, width - 1)),
            int(np.clip(round(v) - reach, 0, height - 1)),
        )
        part = grey[top : max(top + 1, round(v) + reach), left : max(left + 1, round(u) + reach)]
        low, high, _, _ = cv2.minMaxLoc(part)
        found.append(min(1.0, (high - low) / max(contrast, 1.0)))
    return found
