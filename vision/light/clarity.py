"""How clear a picture is: the blur of its edges, and the contrast of black print and white."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erf

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.board.field import corner_px_per_mm
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Image
from vision.tags.dictionary import load_dictionary
from vision.tags.tag import Tag

LEAST_PX_PER_MODULE = 2.2
"""The least px of a module. With less the pieces' tags are lost too often, even in good light."""

GOOD_PX_PER_MODULE = 2.6
"""The px of a module that leave some room. A label needs 1.7 px in good light and 2 in rough light
(docs/measured/vision-limits.md)."""

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

_BLURRED = 0.62
"""A cell with more blur than this, in modules of the smallest piece's tag, is too blurred. Of 720 labels none
was overlooked up to 0.66, and some beyond."""

_MEASURED_TO = 0.04
"""The error of a measured blur, as a part of it, from picture to picture and with other tags in sight."""

CLEAR = 0.6
"""The least contrast of a label, as a part of white. Only a label has as much."""

LEAST_LEVELS = 50.0
"""The least contrast in levels, however dark it is. Noise and lines stay below."""

_UNREAD_BLUR, _BLUR_SPREAD = 0.7, 0.025
"""The blur, in modules, that leaves half of the labels unread, and the width of that transition. Of 120
rendered labels 6 were unread at a blur of up to 0.65, a fifth at 0.72, two thirds at 0.82. Of 100 drawn ones,
blurred as linear light, 8 are unread at 0.60 and 84 at 0.62 (`tests.vision.drawn_labels`). There cells count
as too blurred (`_BLURRED`) anyway."""

_UNREAD_LEVELS, _LEVELS_SPREAD = 27.0, 2.0
"""The contrast, in levels, that leaves half of the labels unread, and the width of that transition. Of 100
drawn labels all are read with 30 levels, 98 with 26, 84 with 24 and 27 with 20 (`tests.vision.drawn_labels`).
In rendered rooms five of eight are read with 26."""

_UNNOTICED, _UNNOTICED_SPREAD = 1.0, 0.08
"""The contrast that leaves half of the labels unnoticed, and the width of that transition. Both are in parts
of the contrast that `find_marks` needs."""

_ALONG = np.linspace(0.2, 0.8, 13)
"""The positions along a side, 0..1, where levels are sampled. The ends, where two edges meet, are left
out."""

_AROUND = np.linspace(0, 1, 9)[:-1]
"""The positions along each side of a square, 0..1, where levels are sampled."""

_DEPTH = np.linspace(-1.9, 0.9, 57)
"""The positions across a side where levels are sampled, in modules inward from the edge."""

_FAR, _EXTREMES = 6, 3
"""The number of samples at the outer end that show the board beyond the rim (0.25 modules), and the number of
extreme samples that are averaged against noise."""

_REACH = 0.9
"""How far from an edge its white and black are taken, in modules. The white rim and the black border are one
module wide."""

_LOW, _HIGH = 0.16, 0.84
"""Between these two parts of an edge's rise lie two sigmas of its blur."""

_INSIDE = 0.55
"""The mean level of the bits inside the border, on the way from black (0) to white (1)."""

_LEAST_CONTRAST = 15.0
"""The least difference in levels of white and black. Of labels with 26 five of eight were read
(`_UNREAD_LEVELS`). An edge with little more than half of that shows nothing about a label."""

_LEAST_MODULE_PX = 2.5
"""The least px of a module where a blur is measured. In smaller ones the result is too low: a blur of 1.19 px
in modules of 5 px is measured as 1.17 px in those of 3.4 px, and as 1.12 px in those of 2.5 px
(`tests.vision.drawn_labels`). With twice this number labels of 3 px would show nothing."""

_SMEARED = 1.4
"""A picture is smeared if each of two opposite edges is blurred by this many times as much as the sharpest of
the other two. A lens blurs all four alike."""

_STRONG = 0.35
"""The least height of an edge that counts, as a part of all levels. A drawn sheet with a blur of 0.8, 1.3 and
2.0 px is measured as 0.90, 1.36 and 1.70 px. With half and with twice this number it's up to 0.03 px more
(`tests.vision.drawn_labels`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Clarity:
    """The clarity of a picture."""

    cells: Floats
    """The probability that a label in each cell is read, or at least noticed, 0..1, `(cells,)`."""
    contrast: float
    """The contrast of black print and white, in levels."""
    white: float
    """The level of white print; 255 if no tag shows it."""
    unclear: Flags
    """The cells that are too blurred or too dark to be called empty, `(cells,)`. There labels may be both
    unread and unnoticed."""


def px_per_module(camera: Camera, board: Board, pieces: PieceSet) -> float:
    """Return the px of a module of the smallest tag at the board's worst corner."""
    smallest_mm = min(kind.tag_mm for kind in pieces.kinds.values())
    return corner_px_per_mm(camera, board) * smallest_mm / load_dictionary(pieces.dictionary).modules


def blur_of(grey: Image, frame: Sequence[Tag], modules: int) -> float | None:
    """Return the blur of the picture's edges, a sigma in px; None if none can be measured.

    `frame` are the board's frame tags. `modules` is the number of modules along their side.
    """
    sigmas = [sigma for tag in frame if (sigma := edge_sigma(grey, tag.corners, modules)) is not None]
    return float(np.median(sigmas)) if sigmas else None


def as_before(blur_px: float | None, before_px: float | None) -> float | None:
    """Return the blur before if a picture's own differs by no more than the error of measuring.

    Otherwise cells at the limit would be hidden in one picture and not in the next, as if by a hand.
    """
    if blur_px is None or before_px is None:
        return blur_px
    return before_px if abs(blur_px - before_px) <= _MEASURED_TO * before_px else blur_px


@dataclass(frozen=True, slots=True, eq=False)
class FocusInput:
    """A picture, and the frame tags of the one before."""

    grey: Image
    """The picture in grey."""
    frame: Sequence[Tag]
    """The frame tags where they were before."""
    modules: int
    """The number of modules along a frame tag's side."""
    module_px: Floats
    """The px of the pieces' modules in each cell, `(cells,)`."""


def is_sharp_again(given: FocusInput) -> bool:
    """Return whether every cell is sharp enough now. Small pictures don't show that."""
    blur_px = blur_of(given.grey, given.frame, given.modules)
    return not too_blurred(blur_px, given.module_px).any()


def too_blurred(blur_px: float | None, module_px: Floats) -> Flags:
    """Return the cells where edges are too blurred to tell labels from smudges.

    `module_px` are the px of the pieces' modules in each cell. If no blur could be measured, no cell is too
    blurred.
    """
    return np.asarray((blur_px or 0.0) > _BLURRED * module_px)


def edge_sigma(grey: Image, corners: Points, modules: int) -> float | None:
    """Return the blur of a tag's four outer edges, px; None if no edge shows it.

    The border and the white around it are one module wide each. Between them an edge goes from white to
    black, and two sigmas lie between 16 % and 84 % of the way. In a picture that is smeared along one
    direction the edges across it count.
    """
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    across, down = corners[2] - corners[0], corners[3] - corners[1]
    area = abs(float(across[0] * down[1] - across[1] * down[0])) / 2
    # At a slant a module is shorter across a side than along it.
    module_px = area / lengths / modules
    inward = np.column_stack([-sides[:, 1], sides[:, 0]]) / lengths[:, None]
    along = corners[:, None] + _ALONG[:, None] * sides[:, None]
    depths = module_px[:, None, None] * _DEPTH[:, None] * inward[:, None]
    points = (along[:, :, None] + depths[:, None]).astype(np.float32).reshape(-1, len(_DEPTH), 2)
    seen = cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = seen.reshape(len(sides), len(_ALONG), len(_DEPTH)).astype(np.float64).mean(axis=1)
    sigmas: list[float] = []
    for module, profile in zip(module_px.tolist(), profiles, strict=True):
        if module < _LEAST_MODULE_PX:
            continue
        white, black = _ends(profile)
        if white - black < _LEAST_CONTRAST:
            continue
        outside = (profile[:_FAR].mean() - black) / (white - black)
        width = _width((white - profile) / (white - black))
        sigmas.append(float(np.interp(width, *_curve(round(float(np.clip(outside, 0.0, 1.0)), 1)))) * module)
    if len(sigmas) == len(sides):
        # One edge alone may show a strong blur wrongly, because of what the tag has within.
        sharp, smeared = sorted((sigmas[0::2], sigmas[1::2]), key=min)
        if min(smeared) > _SMEARED * min(sharp):
            return sum(smeared) / 2
    return float(np.median(sigmas)) if sigmas else None


def levels(grey: Image, corners: Points, modules: int) -> tuple[float, float]:
    """Return the level of a tag's white rim and that of its black border."""
    middle = corners.mean(axis=0)
    rings = np.stack(
        [middle + (corners - middle) * scale for scale in (1 + 1.0 / modules, 1 - 1.0 / modules)]
    )
    sides = np.roll(rings, -1, axis=1) - rings
    points = (rings[:, :, None] + _AROUND[:, None] * sides[:, :, None]).reshape(2, -1, 2).astype(np.float32)
    seen = cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return float(np.median(seen[0])), float(np.median(seen[1]))


def _ends(profile: Floats) -> tuple[float, float]:
    """Return the levels of the rim's white and of the border's black in a profile over `_DEPTH`."""
    near = np.abs(_DEPTH) <= _REACH
    white, black = profile[near & (_DEPTH < 0)], profile[near & (_DEPTH > 0)]
    return float(np.sort(white)[-_EXTREMES:].mean()), float(np.sort(black)[:_EXTREMES].mean())


def _width(rise: Floats) -> float:
    """Return half the distance from 16 % to 84 % of a rise from white to black, in modules.

    For a slight blur that is its sigma. Outside the white rim the board may be as dark as the border, so only
    the surroundings of the edge count.
    """
    half = int(np.argmin(np.where(np.abs(_DEPTH) <= _REACH / 2, np.abs(rise - 0.5), np.inf)))
    before = np.flatnonzero(rise[: half + 1] <= _LOW)
    after = half + np.flatnonzero(rise[half:] >= _HIGH)
    if not (len(before) and len(after)):
        return _REACH
    first, last = int(before[-1]), int(after[0])
    start = float(np.interp(_LOW, rise[first : first + 2], _DEPTH[first : first + 2]))
    end = float(np.interp(_HIGH, rise[last - 1 : last + 1], _DEPTH[last - 1 : last + 1]))
    return (end - start) / 2


@lru_cache(maxsize=16)
def _curve(outside: float) -> tuple[Floats, Floats]:
    """Return measured widths and the sigmas that they stand for, in modules.

    White rim and black border are one module wide each. A blur of half a module mixes in the board outside
    and the bits inside, and the edge looks sharper than it is. The bits are assumed to have their usual grey.
    The board's level is `outside`, on the way from black to white.
    """
    sigmas = np.linspace(0.03, 0.72, 70)
    steps = ((-1.0, outside - 1.0), (0.0, 1.0), (1.0, _INSIDE - 1.0))
    widths = []
    for sigma in sigmas:
        rise = np.full(len(_DEPTH), 1.0 - outside)
        for at, height in steps:
            rise += height * np.array([0.5 * (1 + erf((x - at) / sigma / 2**0.5)) for x in _DEPTH])
        white, black = _ends(1.0 - rise)
        widths.append(_width((white - 1.0 + rise) / (white - black)))
    return np.maximum.accumulate(np.array(widths)), sigmas


def picture_sigma(grey: Image) -> float:
    """Return the blur of a picture's strongest edges, px, for pictures without a tag.

    The slope in the middle of an edge with height h and blur sigma is h / (sigma * sqrt(2 pi)).
    """
    calm = cv2.GaussianBlur(grey, (0, 0), 0.8).astype(np.float32)
    slope = np.hypot(
        cv2.Sobel(calm, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(calm, cv2.CV_32F, 0, 1, scale=0.125)
    )
    kernel = np.ones((13, 13), np.uint8)
    rise = cv2.dilate(calm, kernel) - cv2.erode(calm, kernel)
    spread = float(np.percentile(calm, 99) - np.percentile(calm, 1))
    strong = (rise > max(_STRONG * spread, 12.0)) & (slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8)))
    if not strong.any():
        return 9.0
    sigma = rise[strong] / (np.maximum(slope[strong], 1e-3) * (2 * np.pi) ** 0.5)
    # The smoothing here, and the slope's width of three pixels, aren't the camera's blur.
    return float(np.sqrt(max(float(np.percentile(sigma, 25)) ** 2 - 0.8**2 - 0.7**2, 0.04)))


def clarity_of(
    grey: Image, frame: Sequence[Tag], modules: int, *, blur_px: float | None, module_px: Floats
) -> Clarity:
    """Return how clear a picture is, measured on the board's frame tags.

    `modules` is the number of modules along a frame tag's side. `blur_px` is the sigma of the picture's
    edges, None if the tags were too small to measure it. `module_px` is the size of the smallest label's
    modules in each cell.
    """
    is_blurred = too_blurred(blur_px, module_px)
    if not frame:
        return Clarity(np.full(len(module_px), 0.5), 0.0, 255.0, is_blurred)
    measured = [levels(grey, tag.corners, modules) for tag in frame]
    white, black = np.median(np.array(measured), axis=0).tolist()
    blur = (blur_px or 0.0) / np.maximum(module_px, 0.1)
    by_blur = _over((blur - _UNREAD_BLUR) / _BLUR_SPREAD)
    by_dark = _over((_UNREAD_LEVELS - (white - black)) / _LEVELS_SPREAD)
    # A label's rim and border make a wave of four modules. A blur leaves this part of it.
    kept = np.exp(-(np.pi**2) / 8 * blur**2)
    asked = max(CLEAR * white, LEAST_LEVELS)
    unnoticed = _over((_UNNOTICED - (white - black) * kept / asked) / _UNNOTICED_SPREAD)
    unread = 1.0 - (1.0 - by_blur) * (1.0 - by_dark)
    return Clarity(
        1.0 - unread * unnoticed, white - black, white, is_blurred | (white - black < _UNREAD_LEVELS)
    )


def white_of(grey: Image, frame: Sequence[Tag], modules: int) -> float:
    """Return the level of white around the board's frame tags; 0 without any."""
    return float(np.median([levels(grey, tag.corners, modules)[0] for tag in frame] or [0.0]))


def _over(excess: Floats | float) -> Floats:
    """Return a logistic curve: 0 far below 0, 0.5 at 0, 1 far above."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(excess, -40.0, 40.0))), np.float64)
