"""Where a lamp's mirror image dazzles the camera: nothing shows there, and yet nobody's hand is there."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.change import Small
from vision.field import Field, Flags, cell_share, lost_share
from vision.frame import Mask
from vision.occlusion import COVERED, PARTLY_LOST, Cover

_BLOWN_OUT = 244.0
_LEAST_MM, _LARGEST_MM = 34.0, 170.0
"""What may lie over a piece, blown out or not, is smaller; an arm's white sleeve is larger."""

_COMPACT = 0.5
"""The part of its own upright rectangle that a lamp's image fills; a round one fills 0.79."""

_HALO_MM = 45.0
"""So far about it light is added to what shows, and the lines between cells are washed out."""


@dataclass(frozen=True, slots=True, eq=False)
class Glare:
    """Small pixels: `core`, blown out, and `halo`, core and all about it."""

    core: Mask
    halo: Mask


def find_glare(small: Small, ground: Field, *, px_per_mm: float) -> Glare:
    """Return where lamps are mirrored on the board; `px_per_mm`: of the small picture.

    That's white without anything in it, as an island within the board: a sleeve comes from outside of it.
    """
    white = np.asarray(small.pixels.min(axis=2) >= _BLOWN_OUT, np.uint8)
    width = max(3, round(_LEAST_MM * px_per_mm)) | 1
    core = np.zeros(white.shape, np.uint8)
    if np.count_nonzero(white) >= width * width // 2:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
        _, parts, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=8)
        thick = np.unique(parts[cv2.morphologyEx(white, cv2.MORPH_OPEN, kernel) > 0])
        most = _LARGEST_MM * px_per_mm
        for i in thick[thick > 0].tolist():
            there = parts == i
            wide, high, size = stats[i, cv2.CC_STAT_WIDTH : cv2.CC_STAT_AREA + 1].tolist()
            if max(wide, high) <= most and size >= _COMPACT * wide * high and bool(ground.over[there].all()):
                core[there] = 1
    reach = round(_HALO_MM * px_per_mm)
    halo = cv2.dilate(core, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) if core.any() else core
    return Glare(core > 0, halo > 0)


def dazzled(cover: Cover, glare: Glare, ground: Field, lost: Flags) -> Cover:
    """Return what hides the board with the cells that a mirrored lamp hides; they are beside no hand.

    `lost`: the lines in its halo that don't show. Where only those are hidden a label that is read counts.
    """
    if not glare.core.any():
        return cover
    white = cell_share(glare.core, ground)
    hidden, washed = white > COVERED, lost_share(lost, ground, len(ground.sizes)) >= PARTLY_LOST
    return replace(
        cover,
        blind=cover.blind | hidden | washed,
        by_lines=cover.by_lines & ~hidden | washed & ~hidden & ~cover.blind,
        share=np.maximum(cover.share, white),
    )
