"""Bare board in other light: a shadow scales the print's own colour, while a label has another colour.

A shadow multiplies all channels nearly alike (sun and sky differ a little in colour). A paper label has white
that the cell's print never has, or black of another colour. Only on cells as light as paper the white proves
nothing. There a depth that no shadow has shows the label.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.field import CameraField
from vision.change.small_picture import Small
from vision.pictures.frame import Image, Mask
from vision.pictures.levels import ZERO, average, lighter

Floats = NDArray[np.float32]

_LIT = (0.6, 0.85)
"""The quantiles of a cell's pixels, by lightness, between which it shows its own colour in the light."""

_BRIGHT = (0.92, 0.97)
"""The quantiles of its brightest pixels. The last 3 % are left out, since they may be a glint."""

_SHADED_BY, _SAME_COLOUR = (1.3, 3.2), 0.15
"""Lit print is brighter than the same print in shadow by a factor in this range, and its colour differs by no
more than the second number. In 99 % of the cells that are lit all over, the lightest print has at most 1.04
or 1.24 times the level of the usual, and in 99.9 % channels differ by at most 0.12
(`piece-from-between-others`, film 03, `tests.vision.quantities`). Shadows leave 0.40 to 0.65 of the level,
which is a factor of 1.5 to 2.5, and darker ones are left some room."""

_COLOURED, _ITS_COLOUR = 1.25, 0.12
"""On print whose channels differ by the first factor, white has a ratio that is lower in one channel than in
another by 1 - 1 / 1.25 = 0.2 of the highest. The cell's own print stays well below that: its ratios differ by
at most the second number."""

_EVERY = 2
"""Every second small px is sampled, each way. A hex of 64 mm has some 160 of these."""

_FEWEST_PX = 6
"""The fewest samples that show a cell's colour. They stand for 24 small px: 127 mm², a third of a token, as a
small px is 2.3 mm."""

_BRIGHTEST = 1.2
"""The highest ratio to the cell's colour that print has: print varies around it by this much. 99 % of print
has at most 1.07 or 1.15, and 99.9 % at most 1.10 or 1.23 (`piece-from-between-others`, film 03,
`tests.vision.quantities`)."""

_DEEPEST = 0.12
"""The least ratio to the cell's colour that print has, shadows included. One of 10,000 pixels of print has
less than 0.19 to 0.38 (`tests.vision.quantities`). This is half of the darkest."""

_TINTED = 0.34
"""The largest difference between the channels' ratios in a shadow. 99.9 % of print in the light has at most
0.15 or 0.22 (likewise). In a shadow it's more: skylight is bluer than sunlight, white beside a label reflects
light onto the board, and it blurs into the colours that a camera records."""

_OWN_COLOUR = 0.17
"""The largest difference between the channels' ratios to a cell's colour in the light. 98 to 100 % of its
pixels have less (`tests.vision.quantities`, films 01 to 03)."""

_IN_LIGHT = 0.8
"""The lowest ratio of a channel to its cell's colour in the light. 98 % of its lit pixels have more
(likewise). Shadows leave at most 0.65."""

_SMALL_PART = 0.08
"""A part of a cell that is small: less than a token, which covers 400 of a hex's 3,547 mm², 0.11."""


_FOREIGN = 0.12
"""The least part of a label's pixels that are no print. Of white and black about half are white."""

_NO_SHADOW, _NO_SHADOW_ON_WHITE = 0.3, 0.45
"""The least light, as a part, that shadows in a room leave. The second number is for a board as white as
paper, where only the depth shows a label's black."""

_PRINT_BLACK = 1.1
"""A factor on the limit for black: a picture with high contrast has deep shadows, and blacker print."""

_DARK_PART = 0.1
"""The quantile that counts as the darkest, and from the other end as the lightest. Single px are noise or
edges."""

_AS_PAPER = 0.72
"""A cell is as light as paper from this part of paper's level on. Black of labels is some 0.27 of paper. On
such a cell it is at most 0.27 / 0.72 = 0.38 of the cell, which is less than `_NO_SHADOW_ON_WHITE`."""

_LEAST_KNOWN = 0.5
"""If less than this part of a place has a known print, nothing can be said about it."""

_INSIDE = 0.08
"""A label with less than this part within the field lies outside it: 0.08 of 424 mm² is a strip of 1.6 mm, as
wide as the line around the field."""

_IN_SHADOWS = 0.5
"""If this part of a place lies in the predicted shadows of known pieces, it may be as dark as it likes."""

_BORDER_PX = 5
"""The width of a border between two cells with its blur, px at half size. At 1600 px a board of 922 mm has
0.87 of these px a mm. A line of 1.6 mm is 1.4 px wide, and half of it with a px of blur reaches 1.7."""

_BLOWN = 238.0
"""A cell with this level in its lowest channel is blown out. Paper beside it is at most 255 / 238 = 1.07
times as light, which is less than print varies (`_BRIGHTEST`). In films 01 to 03 at most one cell of 137 is
as light, and nine with half as much light again."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintColours:
    """The board's own colours in the present light."""

    lit: Floats
    """The colour of each cell, BGR levels, `(cells, 3)`; NaN if too little of it shows or it's blown out."""
    off_cells: Floats
    """The colour of the board outside its cells, BGR levels, `(3,)`; NaN likewise."""
    white: float
    """The level of paper in the light."""
    black: float
    """The level of black print."""


def print_of(small: Small, ground: CameraField, covered: Mask, *, white: float, black: float) -> PrintColours:
    """Return the cells' own colours; `covered` are the small pixels of things that are known to lie there."""
    count = len(ground.sizes)
    labels = ground.labels[::_EVERY, ::_EVERY]
    # The board outside its cells comes last, as if it were one more cell.
    bare = ((labels >= 0) | ground.off_cells[::_EVERY, ::_EVERY]) & ~covered[::_EVERY, ::_EVERY]
    cells, pixels = labels[bare], small.pixels[::_EVERY, ::_EVERY][bare]
    cells = np.where(cells < 0, count, cells)
    blue, green, red = pixels.T
    order = np.argsort(cells.astype(np.float32) * 1024 + (blue + green + red), kind="stable")
    cells, pixels = cells[order], pixels[order]
    starts = np.searchsorted(cells, np.arange(count + 2))
    lit = np.full((count + 1, 3), np.nan, np.float32)
    shown = np.flatnonzero(np.diff(starts) >= _FEWEST_PX)
    if len(shown):
        lit[shown] = _lit(pixels, starts[shown], starts[shown + 1])
    # A cell that is blown out has lost its colour, and a label on it isn't whiter than the cell.
    lit[lit.min(axis=1) >= _BLOWN] = np.nan
    return PrintColours(lit[:count], lit[count], white, black)


def _lit(pixels: Floats, first: NDArray[np.int64], last: NDArray[np.int64]) -> Floats:
    """Return the printed colours of cells in the light, `(n, 3)`. A shadow is left out.

    The pixels of a cell are those from `first` to `last`, sorted by lightness.
    """
    usual, brightest = (_mean_of(pixels, first, last, part) for part in (_LIT, _BRIGHT))
    ratio = (brightest + ZERO) / (usual + ZERO)
    low, high = ratio.min(axis=1), ratio.max(axis=1)
    # Most of the cell lies in shadow, and the rest has the same colour in the light.
    in_shadow = (_SHADED_BY[0] < low) & (high < _SHADED_BY[1]) & (high - low < _SAME_COLOUR * high)
    return np.asarray(np.where(in_shadow[:, None], brightest, usual), np.float32)


def _mean_of(
    pixels: Floats, first: NDArray[np.int64], last: NDArray[np.int64], part: tuple[float, float]
) -> Floats:
    """Return the mean colour of a part of each cell's pixels, `(n, 3)`."""
    size = last - first
    begin, end = (first + (share * size).astype(np.int64) for share in part)
    end = np.minimum(end + 1, last)
    # Every other sum is over the pixels between two cells' parts. The last part may end with the pixels.
    bounds = np.column_stack([begin, end]).ravel()
    inside = bounds[:-1] if bounds[-1] == len(pixels) else bounds
    sums = np.add.reduceat(pixels, inside, axis=0)[::2]
    return np.asarray(sums / (end - begin)[:, None].astype(np.float32), np.float32)


def is_bare(  # noqa: PLR0913  # the picture's parts and its scale, by name
    image: Image,
    ground: CameraField,
    print_colours: PrintColours,
    where: Mask,
    box: tuple[slice, slice],
    *,
    label_px: float,
    shadows: Mask | None = None,
) -> bool:
    """Return whether a patch shows nothing but print, in the light or in a shadow.

    `where` are the patch's px in a picture of half the size, within `box` of that picture. `label_px` is the
    number of px that a label has there; a label may be a small part of a large patch. `shadows` are the small
    pixels of the predicted shadows of known pieces, which may be of any depth.
    """
    pixels = _half(image, box)[where]
    rows, columns = ground.labels.shape
    scale = columns / (image.shape[1] // 2)
    margin = _BORDER_PX // 2
    around = [
        np.clip(((np.arange(one.start - margin, one.stop + margin) + 0.5) * scale).astype(int), 0, most - 1)
        for one, most in zip(box, (rows, columns), strict=True)
    ]
    at = [one[margin:-margin] for one in around]
    labels, near_labels = ground.labels[np.ix_(*at)], ground.labels[np.ix_(*around)]
    prints = [
        (near_labels == cell, print_colours.lit[cell])
        for cell in np.unique(near_labels).tolist()
        if cell >= 0
    ]
    best: Floats | None = None
    borders = np.zeros(len(pixels), np.uint8)
    for there, lit in (*prints, (ground.off_cells[np.ix_(*around)], print_colours.off_cells)):
        near = cv2.dilate(there.astype(np.uint8), np.ones((_BORDER_PX, _BORDER_PX), np.uint8)) > 0
        near = near[margin:-margin, margin:-margin][where]
        borders += near
        if np.isnan(lit[0]) or not near.any():
            continue
        ratio = (pixels + ZERO) / (lit + ZERO)
        blue, green, red = ratio.T
        low, high = np.minimum(np.minimum(blue, green), red), np.maximum(np.maximum(blue, green), red)
        is_print = (low > _DEEPEST) & (high < _BRIGHTEST) & (high - low < _TINTED)
        if float(lit.max()) > _COLOURED * float(lit.min()):
            # A cell that is mostly in shadow may have a lit corner. White has another colour.
            is_print |= (low > 1.0) & (high < _SHADED_BY[1]) & (high - low < _ITS_COLOUR * high)
        found = np.where(near, np.where(is_print, (blue + green + red) / np.float32(3), np.inf), np.nan)
        # On the border between two cells a pixel may belong to either.
        best = found if best is None else _either(best, found)
    if best is None:
        return False
    # Outside the field the print is unknown, so the part within the field decides. If next to nothing is
    # within it, no piece lies there.
    inside = labels[where] >= 0
    known = ~np.isnan(best) & inside
    if inside.sum() < min(inside.size / 2, _INSIDE * label_px):
        return True
    if known[inside].mean() < _LEAST_KNOWN:
        return False
    foreign = np.isinf(best[known])
    # The colour of the lines between cells is unknown. Most of a label lies beside them.
    off_lines = foreign[borders[known] < 2]
    if 2 * off_lines.size >= foreign.size:
        foreign = off_lines
    if foreign.sum() >= _FOREIGN * min(foreign.size, label_px):
        return False
    if shadows is not None and float(shadows[np.ix_(*at)][where].mean()) >= _IN_SHADOWS:
        return True
    shade = best[known & np.isfinite(best)]
    if not shade.size:
        return False
    darkest, lightest = (float(level) for level in np.quantile(shade, (_DARK_PART, 1.0 - _DARK_PART)))
    limit = float(
        np.clip(_PRINT_BLACK * print_colours.black / max(print_colours.white, 1.0), _DEEPEST, _NO_SHADOW)
    )
    light = print_colours.lit[np.unique(labels[where & (labels >= 0)])].min(axis=1)
    if float(np.max(light, initial=0.0, where=~np.isnan(light))) >= _AS_PAPER * print_colours.white:
        # All of it may lie in a shadow. Then black is darker than white beside it by as much as in the light.
        limit = _NO_SHADOW_ON_WHITE * min(lightest, 1.0)
    return darkest >= limit


def bare_again(
    before: Small, now: Small, where: Mask, ground: CameraField, print_colours: PrintColours
) -> Mask:
    """Return the small pixels within `where` that show lit print now and didn't before.

    Either a shadow lay there, or a thing that was taken for the board in a small part. A large patch doesn't
    count, since it may be a thing that has come: if a thing covers most of a cell, its colour is taken for
    the print.
    """
    at = where & (ground.labels >= 0)
    cells = ground.labels[at]
    was, shows = (lighter(one.pixels[at], print_colours.lit[cells]) for one in (before, now))
    was_low, was_high, now_low = was.min(axis=1), was.max(axis=1), shows.min(axis=1)
    lay_dark = (was_low > _DEEPEST) & (was_high < now_low) & (was_high - was_low < _OWN_COLOUR)
    back = _lies_lit(shows) & ~_lies_lit(was)
    share = np.bincount(cells[back & ~lay_dark], minlength=len(ground.sizes)) / np.maximum(ground.sizes, 1)
    found = np.zeros_like(where)
    found[at] = back & (lay_dark | (share[cells] < _SMALL_PART))
    return found


def _lies_lit(ratio: Floats) -> Mask:
    low, high = ratio.min(axis=1), ratio.max(axis=1)
    return np.asarray((low > _IN_LIGHT) & (high < _BRIGHTEST) & (high - low < _OWN_COLOUR))


def _half(image: Image, box: tuple[slice, slice]) -> Floats:
    rows, columns = (slice(one.start * 2, one.stop * 2) for one in box)
    part = image[rows, columns]
    colour = part if part.ndim == 3 else cv2.cvtColor(part, cv2.COLOR_GRAY2BGR)
    size = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    return np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_AREA), np.float32)


def _either(one: Floats, other: Floats) -> Floats:
    """Return the shade by either of two cells' prints: inf if it fits neither, NaN if neither is known."""
    both = np.isfinite(one) & np.isfinite(other)
    return np.asarray(np.where(both, np.maximum(one, other), np.fmin(one, other)), np.float32)


def darkness(small: Small, ground: CameraField, print_colours: PrintColours) -> Floats:
    """Return the level of each small pixel as a part of its cell's own print; NaN outside the field."""
    lit = average(print_colours.lit)
    cells = np.where(ground.labels < 0, len(lit), ground.labels)
    level = np.append(lit, np.float32(np.nan))[cells]
    return np.asarray(lighter(average(small.pixels), level), np.float32)
