"""How clear a picture is: how far black print stands out from white, and how surely a label is read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Image
from vision.tags.decoder import Tag
from vision.tags.edge_width import levels

Floats = NDArray[np.float64]

CLEAR = 0.6
"""Only a label stands out by this contrast, as a part of the white."""

LEAST_LEVELS = 50.0
"""The contrast in levels of grey that is needed however dark it is: noise and lines stay below."""

_UNREAD_BLUR, _BLUR_SPREAD = 0.7, 0.025
"""In modules. Of 120 labels 6 were unread at a blur of up to 0.65, a fifth at 0.72, two thirds at 0.82."""

_UNREAD_LEVELS, _LEVELS_SPREAD = 27.0, 2.0
"""Black against white in levels of grey: at 35 all of 80 labels were read, at 26 five of eight."""

_UNNOTICED, _UNNOTICED_SPREAD = 1.0, 0.08
"""In parts of the contrast that `find_marks` asks for."""


@dataclass(frozen=True, slots=True, eq=False)
class Clarity:
    """How clear a picture is."""

    cells: Floats
    """How surely a label in each cell is read, or at least noticed, 0..1, `(cells,)`."""
    contrast: float
    """By how many levels of grey black print stands out from white."""
    white: float
    """The level of white print; 255 where no tag shows it."""
    is_too_dark: bool = False
    """Whether black stands out by so little that labels go unread, and unnoticed as well."""


def clarity_of(
    grey: Image, frame: Sequence[Tag], modules: int, *, blur_px: float | None, module_px: Floats
) -> Clarity:
    """Return how clear a picture is, as measured on the board's frame tags.

    `modules`: how many the frame tags have a side. `blur_px`: the sigma of the picture's edges, None where
    they were too small to tell. `module_px`: the size of the smallest label's modules in each cell.
    """
    if not frame:
        return Clarity(np.full(len(module_px), 0.5), 0.0, 255.0)
    measured = [levels(grey, tag.corners, modules) for tag in frame]
    white, black = np.median(np.array(measured), axis=0).tolist()
    blur = (blur_px or 0.0) / np.maximum(module_px, 0.1)
    too_blurred = _over((blur - _UNREAD_BLUR) / _BLUR_SPREAD)
    too_dark = _over((_UNREAD_LEVELS - (white - black)) / _LEVELS_SPREAD)
    # A label's rim beside its border is a wave of four modules: a blur leaves this part of it.
    kept = np.exp(-(np.pi**2) / 8 * blur**2)
    asked = max(CLEAR * white, LEAST_LEVELS)
    unnoticed = _over((_UNNOTICED - (white - black) * kept / asked) / _UNNOTICED_SPREAD)
    unread = 1.0 - (1.0 - too_blurred) * (1.0 - too_dark)
    return Clarity(1.0 - unread * unnoticed, white - black, white, white - black < _UNREAD_LEVELS)


def _over(excess: Floats | float) -> Floats:
    """Return 0 far below 0, 0.5 at 0, 1 far above."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(excess, -40.0, 40.0))), np.float64)
