"""The places that look like labels, on boards whose print has black and white like a label's.

Painted land, printed words and photographs have black beside white all over. Compared with labels that are
read in the same light, their white is grey or coloured, or there's too little white or black within a label's
extent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Cell
from engine.core.surfaces import Surface
from vision.board.field import cell_share
from vision.known.scene import Scene
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image, Mask
from vision.tags.tag import Tag

Floats = NDArray[np.float32]

_FEWEST = 4
"""The fewest labels that are read. Of four the `_IN_LIGHT` quantile lies just above the third, so two of them
may lie in a shadow."""

_NEAREST = 6
"""The number of nearest labels that are compared. The quantile of six lies between the fourth and the fifth:
three may lie in a shadow, and one under glare."""

_RIM = 1.0 + 1.0 / 7
"""The side of a square in the middle of a label's white rim, in sides of its black square."""

_ALONG = 6
"""The number of samples along each side of the rim. The median over all four sides is taken."""

_IN_LIGHT = 0.7
"""The quantile of the nearby labels' paper that counts as lit. Some of them may lie in a shadow."""

_GRID = (12, 16)
"""The rows and columns of the grid that the light is kept on. On a board of 922 mm that fills the picture a
column is 58 mm, about a hex."""

_WHITE, _COLOURLESS, _BLACK = 0.7, 0.2, 0.35
"""The least level of white, the largest difference of white's channels, and the highest level of black, all
as parts of paper nearby. By these a label is some 45 % white and 30 % black. Painted land has up to 26 % and
none, a photograph 20 % and 23 %."""

_AS_LABELS = 0.7
"""A place with less than this part of the labels' white or black is print. Labels have 45 % white and 30 %
black; painted land has up to 26 % and none, a photograph 20 % and 23 % (decision 0087)."""

_AS_LEAST = 0.9
"""The same, as a part of what the label with the second least shows, since ids have more or less black. With
local contrast raised in film 03 (CLAHE with a limit of 3) two labels that were read had 0.57 of the usual
black, and three that weren't read yet 0.54 to 0.62. Without this number those count as print. One label may
lie under something, so the least doesn't count."""

_DIM = 0.4
"""The least part of its level that paper keeps in the shadow of a known piece. Shadows in six kinds of light
keep 0.40 to 0.65 (`background_subtraction._DARKEST_SHADOW`)."""

_FULL = 160.0
"""The level that paper is scaled to. 8 bits then hold places that are 255 / 160 = 1.6 times as light as paper
nearby. The lowest limit, white in a shadow, is level 0.7 * 0.4 * 160 = 45. With half of this number its steps
would be 4 % each. With twice as much all paper would be cut off."""

_LEAST_SHARE = 0.02
"""The least share of white or black that a label shows in focus. In films 01 to 03 labels have 11 to 23 %
black in focus, 0 to 7 % blurred by 1 px, and none blurred by 2 px."""

_MANY_DOUBTS, _MOSTLY_PRINT = 8, 2
"""The fewest doubts on a board with print like labels, and the least ratio of doubts on print to doubts on
what may be labels. A plain board never has eight doubts at rest. A painted map had 32, a photograph 111
(decision 0087)."""

_OTHER_LIGHT = 0.25
"""With this part of the board in doubt the light has changed. An arm that lay still put eleven of 137 cells
in doubt."""

_PAPER_MM = 15.0
"""The side of the square that is judged, mm: three quarters of a label of 20 mm, as in `marks`."""


@dataclass(frozen=True, slots=True, eq=False)
class PaperInput:
    """A scene, and the cells that were in doubt before."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    known: Mask
    """The small pixels where things are known to lie or stand."""
    doubted: tuple[Cell, ...]
    """The cells that were uncertain in the last look."""
    clear: frozenset[Cell]
    """The cells that were beyond doubt at least once while the table was at rest."""
    printed: bool
    """Whether the board's print is known to look like labels."""
    steady: bool
    """Whether nothing moves."""
    surface: Surface
    """The board's cells."""


def label_paper(given: PaperInput) -> Mask | None:
    """Return the places that look like labels, on a board whose print may be taken for labels; else None.

    Such a board has many doubts at rest, and most of them lie in places with little paper or little black.
    Print has been there from the start. So a cell that was once clear is in doubt for another reason: an arm
    lies there now. If a large part of the board is in doubt, the light has changed, and all cells count.
    """
    scene, surface, doubted = given.scene, given.surface, given.doubted
    if len(doubted) < _OTHER_LIGHT * len(surface.cells):
        doubted = tuple(cell for cell in doubted if cell not in given.clear)
    if not given.printed and not (given.steady and len(doubted) >= _MANY_DOUBTS):
        return None
    px_per_mm = scene.px_per_mm
    found = label_like(
        scene.frame.image,
        scene.tags.pieces,
        window_px=_PAPER_MM * px_per_mm,
        factor=scene.small.factor,
        shadows=scene.shadows,
    )
    if given.printed or found is None:
        return found
    cells = np.array([surface.index[cell] for cell in doubted])
    labels = int(((cell_share(found & ~given.known, scene.ground) > 0)[cells]).sum())
    return found if len(cells) - labels >= max(_MANY_DOUBTS, _MOSTLY_PRINT * labels) else None


def label_like(
    image: Image, tags: Sequence[Tag], *, window_px: float, factor: int, shadows: Mask | None = None
) -> Mask | None:
    """Return the small pixels with as much black and white around them as labels that are read have.

    The result is None if too few labels are read, or the picture is grey. `window_px` is the width of the
    square that is judged, full-size px. `shadows` are the small pixels of known pieces' shadows.
    """
    if len(tags) < _FEWEST or image.ndim != 3:
        return None
    at, levels = _paper(image, tags)
    shape = (image.shape[0] // factor, image.shape[1] // factor)
    level = _level(at, levels, image.shape[:2])
    blue, green, red = (
        cv2.divide(channel, cv2.resize(one, (image.shape[1], image.shape[0])), scale=_FULL, dtype=cv2.CV_8U)
        for channel, one in zip(cv2.split(image), cv2.split(level), strict=True)
    )
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    grey = cv2.subtract(high, cv2.convertScaleAbs(high, alpha=_COLOURLESS)) < low
    size = (shape[1], shape[0])
    side = max(3, round(window_px / factor) | 1)

    def about(mask: Mask) -> Floats:
        small = cv2.resize(mask.astype(np.uint8) * np.uint8(255), size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.blur(small.astype(np.float32), (side, side)), np.float32) / 255.0

    white = about((low > _WHITE * _FULL) & grey)
    if shadows is not None:
        white = np.where(shadows, np.maximum(white, about((low > _WHITE * _DIM * _FULL) & grey)), white)
    black = about(high < _BLACK * _FULL)
    middles = np.clip(np.round(at / factor).astype(int), 0, np.array(size) - 1)
    found = np.ones(shape, np.bool_)
    for part in (white, black):
        usual = float(np.median(part[middles[:, 1], middles[:, 0]]))
        if usual < _LEAST_SHARE:
            # It is out of focus, or dark, and proves nothing.
            continue
        least = float(np.sort(part[middles[:, 1], middles[:, 0]])[1])
        found &= part >= min(_AS_LABELS * usual, _AS_LEAST * least)
    return found


def _paper(image: Image, tags: Sequence[Tag]) -> tuple[Points, Floats]:
    """Return the labels' middles, full-size px, `(n, 2)`, and the levels of their rims, `(n, 3)`."""
    corners = np.stack([tag.corners for tag in tags])
    middles = corners.mean(axis=1, keepdims=True)
    rim = middles + (corners - middles) * _RIM
    part = (np.arange(_ALONG) / _ALONG)[None, :, None, None]
    points = (rim[:, None] * (1 - part) + np.roll(rim, -1, axis=1)[:, None] * part).reshape(len(tags), -1, 2)
    seen = cv2.remap(
        image, points[..., 0].astype(np.float32), points[..., 1].astype(np.float32), cv2.INTER_LINEAR
    )
    return middles[:, 0], np.asarray(np.median(seen, axis=1), np.float32)


def _level(at: Points, levels: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the level of lit paper on a coarse grid over the picture, `(rows, columns, 3)`."""
    rows, columns = (
        (np.arange(count) + 0.5) * size / count for count, size in zip(_GRID, shape, strict=True)
    )
    places = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 1, 2)
    near = np.argsort(np.linalg.norm(places - at, axis=2), axis=1)[:, :_NEAREST]
    return np.asarray(np.quantile(levels[near], _IN_LIGHT, axis=1).reshape(*_GRID, 3), np.float32)
