"""How sure a look is of what it says of cells without a piece: by what was measured there.

All are parts of 1, where 0.5 is a toss-up. Imports no game.
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
    """The measures of each cell, `(cells,)`, as parts of 1."""

    clear: Floats
    """How surely a label in it is read, or at least noticed: `Clarity.cells`."""
    hidden: Floats
    """How much of it is covered by a hand, by the picture's border, or by whatever hides its lines."""
    behind: Floats
    """How much of it is behind pieces."""
    strange: Floats
    """How much of it shows something that nothing explains."""
    limit: float
    """The least part of a cell that makes it unsure: `STRANGE_SHARE`."""
    label: float
    """The part of a cell that the smallest piece's label takes."""
    shown: Mapping[int, float]
    """How much another unsure thing looks like a label, by the cell's index."""

    def empty(self) -> Floats:
        """Return how surely each cell is empty, if nothing is seen in it."""
        strange = np.minimum(1.0, self.strange / self.limit)
        return self.clear * (1.0 - self.hidden) * (1.0 - self.behind) * (1.0 - strange / 2)

    def something(self) -> Floats:
        """Return how surely something lies in each cell, if it is unsure."""
        shown = np.zeros(len(self.clear))
        for cell, score in self.shown.items():
            shown[cell] = score
        return _at_least_half(np.maximum(self.strange / self.label, shown))

    def blind(self) -> Floats:
        """Return how surely each cell couldn't be looked at, if it's said so."""
        return _at_least_half(np.maximum(self.hidden, 1.0 - self.clear))

    def told(
        self,
        cells: Sequence[Cell],
        *,
        seen: Collection[Cell],
        unsure: Collection[Cell],
        blind: Collection[Cell],
    ) -> dict[Cell, float]:
        """Return how sure a look is of each cell but those that have only seen pieces."""
        empty, something, hidden = self.empty(), self.something(), self.blind()
        return {
            cell: round(float((hidden if cell in blind else something if cell in unsure else empty)[i]), 2)
            for i, cell in enumerate(cells)
            if cell in blind or cell in unsure or cell not in seen
        }


def _at_least_half(share: Floats) -> Floats:
    return 0.5 + np.clip(share, 0.0, 1.0) / 2


def standing_out(grey: Image, places_px: Iterable[Points], reach_px: float, contrast: float) -> list[float]:
    """Return how much what is at each place stands out, as a part of the print's own contrast."""
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
