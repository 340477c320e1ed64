"""How sharp a picture is: the width of edges between black and white, as the sigma of a blur."""

from functools import lru_cache
from math import erf

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image

Floats = NDArray[np.float64]

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
"""Levels from white to black: of labels with 26 five of eight were read (`contrast._UNREAD_LEVELS`), so an
edge with little more than half of that says nothing of a label."""

_LEAST_MODULE_PX = 2.5
_STRONG = 0.35


def edge_sigma(grey: Image, corners: Points, modules: int) -> float | None:
    """Return the blur of a tag's four outer edges, px; None where nothing shows it.

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
