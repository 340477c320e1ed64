"""How clear a picture is: how wide its edges are, and how far black print stands out from white."""

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
"""Below this the pieces' tags are lost too often, even in good light."""

GOOD_PX_PER_MODULE = 2.6
"""A label needs 1.7 px in good light and 2 in rough light (docs/measured/vision-limits.md): this has room."""

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

_BLURRED = 0.62
"""In modules of the smallest piece's tag: of 720 labels none was overlooked up to 0.66, later some."""

_MEASURED_TO = 0.04
"""From picture to picture, and with other tags in sight, a blur is measured to this part of itself."""

CLEAR = 0.6
"""Only a label stands out by this contrast, as a part of the white."""

LEAST_LEVELS = 50.0
"""The contrast in levels of grey that is needed however dark it is: noise and lines stay below."""

_UNREAD_BLUR, _BLUR_SPREAD = 0.7, 0.025
"""In modules, as edges show it. Of 120 rendered labels 6 were unread at a blur of up to 0.65, a fifth at
0.72, two thirds at 0.82. Of 100 drawn ones, blurred as light is, 8 are unread at 0.60 and 84 at 0.62
(`tests.vision.drawn_labels`): there cells are hidden (`_BLURRED`), whatever this says."""

_UNREAD_LEVELS, _LEVELS_SPREAD = 27.0, 2.0
"""Black against white in levels of grey: with 30 all of 100 drawn labels are read, with 26 98, with 24 84 and
with 20 27 (`tests.vision.drawn_labels`). In rendered rooms five of eight are read with 26."""

_UNNOTICED, _UNNOTICED_SPREAD = 1.0, 0.08
"""In parts of the contrast that `find_marks` asks for."""

_ALONG = np.linspace(0.2, 0.8, 13)
"""Where levels are taken along a side, 0..1: its ends are left out, where two edges meet."""

_AROUND = np.linspace(0, 1, 9)[:-1]
"""Where levels are taken along each side of a square, 0..1."""

_DEPTH = np.linspace(-1.9, 0.9, 57)
"""Where levels are taken across a side, in modules from the edge inwards."""

_FAR, _EXTREMES = 6, 3
"""How many samples at the outer end show the board beyond the rim: 0.25 modules. And how many of the extreme
ones are averaged, against noise."""

_REACH = 0.9
"""The white rim and the black border are one module wide each; beyond them it's neither."""

_LOW, _HIGH = 0.16, 0.84
"""Between these parts of an edge's rise lie two sigmas of its blur."""

_INSIDE = 0.55
"""How far from black to white the bits behind the border are on the average."""

_LEAST_CONTRAST = 15.0
"""Levels from white to black: of labels with 26 five of eight were read (`_UNREAD_LEVELS`), so an
edge with little more than half of that says nothing of a label."""

_LEAST_MODULE_PX = 2.5
"""In smaller modules a blur is taken for too little: one that is 1.19 px in modules of 5 px is taken for
1.17 px in those of 3.4 px, and for 1.12 px in those of 2.5 px (`tests.vision.drawn_labels`). With twice as
much labels of 3 px would tell nothing."""

_STRONG = 0.35
"""An edge counts that rises by this part of all levels. A drawn sheet that a lens blurs by 0.8, 1.3 and 2.0
px is measured as 0.90, 1.36 and 1.70 px; with half and with twice as much it's up to 0.03 px more
(`tests.vision.drawn_labels`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Clarity:
    """How clear a picture is."""

    cells: Floats
    """How surely a label in each cell is read, or at least noticed, 0..1, `(cells,)`."""
    contrast: float
    """By how many levels of grey black print stands out from white."""
    white: float
    """The level of white print; 255 where no tag shows it."""
    unclear: Flags
    """The cells that are too blurred or too dark to call them empty, `(cells,)`: labels go unread there, and
    unnoticed as well."""


def px_per_module(camera: Camera, board: Board, pieces: PieceSet) -> float:
    """Return how many px the smallest tag's modules have at the board's worst corner."""
    smallest_mm = min(kind.tag_mm for kind in pieces.kinds.values())
    return corner_px_per_mm(camera, board) * smallest_mm / load_dictionary(pieces.dictionary).modules


def blur_of(grey: Image, frame: Sequence[Tag], modules: int) -> float | None:
    """Return the width of edges, as the sigma of a blur in px; None: none can be measured.

    `frame`: the board's frame tags; `modules`: how many they have a side.
    """
    sigmas = [sigma for tag in frame if (sigma := edge_sigma(grey, tag.corners, modules)) is not None]
    return float(np.median(sigmas)) if sigmas else None


def as_before(blur_px: float | None, before_px: float | None) -> float | None:
    """Return the blur before where a picture's own differs by no more than measuring does.

    Else cells at the limit would be hidden in one picture and not in the next, as if by a hand.
    """
    if blur_px is None or before_px is None:
        return blur_px
    return before_px if abs(blur_px - before_px) <= _MEASURED_TO * before_px else blur_px


@dataclass(frozen=True, slots=True, eq=False)
class FocusInput:
    """A picture, and the frame tags that were in the one before."""

    grey: Image
    """The picture in grey."""
    frame: Sequence[Tag]
    """The frame tags, where they were."""
    modules: int
    """How many modules a frame tag has a side."""
    module_px: Floats
    """The px of the pieces' modules in each cell, `(cells,)`."""


def is_sharp_again(given: FocusInput) -> bool:
    """Tell whether the known tags are sharp enough now in every cell; small pictures don't show that."""
    blur_px = blur_of(given.grey, given.frame, given.modules)
    return not too_blurred(blur_px, given.module_px).any()


def too_blurred(blur_px: float | None, module_px: Floats) -> Flags:
    """Return the cells whose edges are too wide to tell labels from smudges.

    `module_px`: px of the pieces' modules in each cell. Where no edge can be measured, nothing is said
    against a picture.
    """
    return np.asarray((blur_px or 0.0) > _BLURRED * module_px)


def edge_sigma(grey: Image, corners: Points, modules: int) -> float | None:
    """Return the blur of a tag's four outer edges, px; None: no edge shows it.

    The border and the white around it are a module wide each; within them an edge goes from white to black,
    and from 16 % to 84 % it takes two sigmas.
    """
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    across, down = corners[2] - corners[0], corners[3] - corners[1]
    area = abs(float(across[0] * down[1] - across[1] * down[0])) / 2
    # Seen at a slant a module is shorter across a side than along it.
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
    return float(np.median(sigmas)) if sigmas else None


def levels(grey: Image, corners: Points, modules: int) -> tuple[float, float]:
    """Return the levels of a tag's white rim and of its black border."""
    middle = corners.mean(axis=0)
    rings = np.stack(
        [middle + (corners - middle) * scale for scale in (1 + 1.0 / modules, 1 - 1.0 / modules)]
    )
    sides = np.roll(rings, -1, axis=1) - rings
    points = (rings[:, :, None] + _AROUND[:, None] * sides[:, :, None]).reshape(2, -1, 2).astype(np.float32)
    seen = cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return float(np.median(seen[0])), float(np.median(seen[1]))


def _ends(profile: Floats) -> tuple[float, float]:
    """Return the white of the rim and the black of the border in a profile over `_DEPTH`."""
    near = np.abs(_DEPTH) <= _REACH
    white, black = profile[near & (_DEPTH < 0)], profile[near & (_DEPTH > 0)]
    return float(np.sort(white)[-_EXTREMES:].mean()), float(np.sort(black)[:_EXTREMES].mean())


def _width(rise: Floats) -> float:
    """Return half the way from 16 % to 84 % of a rise from white to black, modules: a sigma, if it's slight.

    Outwards of the white rim the board may be as dark as the border: only what lies about the edge counts.
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
    """Return measured widths and the sigmas behind them, in modules.

    White rim and black border are a module wide: a blur of half a module mixes in the board outside and the
    bits inside, and the edge looks sharper than it is. The bits are taken as their usual grey, the board as
    it is: `outside` of the way from black to white.
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

    An edge of height h blurred by sigma has the slope h / (sigma * sqrt(2 pi)) in its middle.
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
    # The smoothing here, and that of the slope's own three pixels, isn't the camera's blur.
    return float(np.sqrt(max(float(np.percentile(sigma, 25)) ** 2 - 0.8**2 - 0.7**2, 0.04)))


def clarity_of(
    grey: Image, frame: Sequence[Tag], modules: int, *, blur_px: float | None, module_px: Floats
) -> Clarity:
    """Return how clear a picture is, as measured on the board's frame tags.

    `modules`: how many the frame tags have a side. `blur_px`: the sigma of the picture's edges, None where
    they were too small to tell. `module_px`: the size of the smallest label's modules in each cell.
    """
    is_blurred = too_blurred(blur_px, module_px)
    if not frame:
        return Clarity(np.full(len(module_px), 0.5), 0.0, 255.0, is_blurred)
    measured = [levels(grey, tag.corners, modules) for tag in frame]
    white, black = np.median(np.array(measured), axis=0).tolist()
    blur = (blur_px or 0.0) / np.maximum(module_px, 0.1)
    by_blur = _over((blur - _UNREAD_BLUR) / _BLUR_SPREAD)
    by_dark = _over((_UNREAD_LEVELS - (white - black)) / _LEVELS_SPREAD)
    # A label's rim beside its border is a wave of four modules: a blur leaves this part of it.
    kept = np.exp(-(np.pi**2) / 8 * blur**2)
    asked = max(CLEAR * white, LEAST_LEVELS)
    unnoticed = _over((_UNNOTICED - (white - black) * kept / asked) / _UNNOTICED_SPREAD)
    unread = 1.0 - (1.0 - by_blur) * (1.0 - by_dark)
    return Clarity(
        1.0 - unread * unnoticed, white - black, white, is_blurred | (white - black < _UNREAD_LEVELS)
    )


def white_of(grey: Image, frame: Sequence[Tag], modules: int) -> float:
    """Return how light the white about the board's own tags is; 0 without any."""
    return float(np.median([levels(grey, tag.corners, modules)[0] for tag in frame] or [0.0]))


def _over(excess: Floats | float) -> Floats:
    """Return 0 far below 0, 0.5 at 0, 1 far above."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(excess, -40.0, 40.0))), np.float64)
