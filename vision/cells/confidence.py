"""How sure a look is of what it says of cells in which it sees no piece: by what was measured there.

All are parts of 1, where 0.5 is a toss-up. Imports no game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Cell
from vision.labels.marks import CLEAR, LEAST_LEVELS
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.tags.decoder import Tag
from vision.tags.edge_width import levels

Floats = NDArray[np.float64]

_UNREAD_BLUR, _BLUR_SPREAD = 0.7, 0.025
"""In modules. Of 120 labels 6 were unread at a blur of up to 0.65, a fifth at 0.72, two thirds at 0.82."""

_UNREAD_LEVELS, _LEVELS_SPREAD = 27.0, 2.0
"""Black against white in levels of grey: at 35 all of 80 labels were read, at 26 five of eight."""

_UNNOTICED, _UNNOTICED_SPREAD = 1.0, 0.08
"""In parts of the contrast that `find_marks` asks for."""


@dataclass(frozen=True, slots=True, eq=False)
class Clarity:
    """How clear a picture is: `cells`: how surely a label in each cell is read or at least noticed.

    `contrast`: by how many levels of grey black print stands out from white; `white`: the level of that, 255
    where no tag tells it.
    """

    cells: Floats
    contrast: float
    white: float
    is_too_dark: bool = False
    """Whether black stands out by so little that labels go unread, and unnoticed as well."""


def clarity_of(
    grey: Image, frame: Sequence[Tag], modules: int, *, blur_px: float | None, module_px: Floats
) -> Clarity:
    """Return how clear a picture is by the board's own tags, of so many `modules` a side.

    `blur_px`: the sigma of its edges, None where they were too small to tell; `module_px`: how large the
    modules of the smallest label are in each cell.
    """
    if not frame:
        return Clarity(np.full(len(module_px), 0.5), 0.0, 255.0)
    measured = [levels(grey, tag.corners, modules) for tag in frame]
    white, black = np.median(np.array(measured), axis=0).tolist()
    blur = (blur_px or 0.0) / np.maximum(module_px, 0.1)
    too_blurred = _over((blur - _UNREAD_BLUR) / _BLUR_SPREAD)
    too_dark = _over((_UNREAD_LEVELS - (white - black)) / _LEVELS_SPREAD)
    # A label's rim beside its border: a wave of four modules, of which a blur leaves so much.
    kept = np.exp(-(np.pi**2) / 8 * blur**2)
    asked = max(CLEAR * white, LEAST_LEVELS)
    unnoticed = _over((_UNNOTICED - (white - black) * kept / asked) / _UNNOTICED_SPREAD)
    unread = 1.0 - (1.0 - too_blurred) * (1.0 - too_dark)
    return Clarity(1.0 - unread * unnoticed, white - black, white, white - black < _UNREAD_LEVELS)


def _over(excess: Floats | float) -> Floats:
    """Return 0 far below 0, 0.5 at 0, 1 far above."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(excess, -40.0, 40.0))), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class CellMeasures:
    """What was measured of each cell, as parts of 1.

    `clear`: as `Clarity.cells`. `hidden`: how much of it a hand, the picture's border or whatever hides its
    lines covers. `behind`: how much is behind pieces. `strange`: how much shows something that nothing
    explains; `limit`: from how much on it is unsure; `label`: how much of it a label takes. `shown`: how much
    some other thing that is unsure looks like a label.
    """

    clear: Floats
    hidden: Floats
    behind: Floats
    strange: Floats
    limit: float
    label: float
    shown: Mapping[int, float]

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
