"""Whether what fits a tag is a printed one: black on white, without more wrong bits than its family forgives.

Among thousands of quads some fit an id by chance: inside other tags, in letters, in textures. Three things
tell them from tags, measured on 880 tags of strangers' photographs and 894 labels in films, and on 126 quads
in photographs without tags, or with another family's, that scored as tags:

- White lies beside the black, all round. Of tags' edges 0.76 or more have it (the least where another label
  lies on one side), of 94 of the others less than 0.4.
- Its lead over the next id is what a picture leaves of the lead that the tag has when it's drawn: tags keep
  0.54 or more, 0.48 at 1.4 px a module.
- Modules lie on their own side of the middle between black and white. OpenCV forgives 0.6 of the bits that a
  family can correct, and so does this.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.tags.dictionary import Dictionary

Flags = NDArray[np.bool_]

_WHITE_BESIDE = 0.7
"""The part of the edge that has white beside it: tags have 0.76 and more, 94 of 126 others less than 0.4."""

_WHITER, _HALFWAY = 1.4, 0.5
"""White beside black: that much lighter than the black at its side, as under a shadow's edge, or beyond
halfway from the tag's black to its white, as where all is burnt."""

_WRONG = 0.7
"""From there on, of the way from a module's own level to the other, it's plainly wrong, not only blurred."""

_FORGIVEN = 0.6
"""Of the bits that a family can correct: OpenCV's `errorCorrectionRate`."""

_BORDER = 0.2
"""The part of the border's modules that may be white: a finger, a lamp's mirror image."""

_PLAIN = 0.42
"""Up to there it's plainly right. A family that can't correct a bit lets a tag become another by one, so that
every one of its bits must be: the least plain of its tags' are at 0.38, those of others at 0.46 or more."""

_LARGE_PX = 4.0
"""Px of a module. In larger modules no blur that labels are read through makes bits unclear, so at most twice
as many bits may be unclear as the family can correct. An unclear bit costs half as much as a wrong one."""

_LEAD, _LEAD_IN_DOUBT = 0.4, 0.5
"""Of the lead that a tag has over the next id when it's drawn; more where a bit is wrong, or none may be."""

_ALONG = (np.arange(12) + 0.5) / 12
"""Where levels are taken along each side, 0..1."""


def are_credible(  # rows of one table
    grey: Image,
    quads: Points,
    tags: NDArray[np.intp],
    modules: NDArray[np.float32],
    leads: NDArray[np.float64],
    dictionary: Dictionary,
) -> Flags:
    """Return which quads `(n, 4, 2)`, each from its tag's upper left, show the tag that fits them best.

    `modules`: the mean grey of each module, `(n, modules²)`; `leads`: each tag's lead over the next id.
    """
    side = dictionary.modules
    is_white = dictionary.templates[tags] > 0
    black, white = _median(modules, ~is_white), _median(modules, is_white)
    contrast = np.maximum(white - black, 1e-6)
    shown = (modules - black[:, None]) / contrast[:, None]
    off = np.where(is_white, 1.0 - shown, shown)
    is_border = np.ones((side, side), np.bool_)
    is_border[1:-1, 1:-1] = False
    border = is_border.ravel()
    wrong = (off[:, ~border] > _WRONG).sum(axis=1)
    broken = (off[:, border] > _HALFWAY).mean(axis=1)
    spare = int(_FORGIVEN * dictionary.correctable)
    unclear = (off[:, ~border] > _PLAIN).sum(axis=1)
    module_px = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1) / side
    most = np.where(module_px >= _LARGE_PX, 2 * dictionary.correctable, side * side) if spare else 0
    needed = np.where((wrong > 0) | (spare == 0), _LEAD_IN_DOUBT, _LEAD)
    return np.asarray(
        (_white_beside(grey, quads, side, black, contrast) >= _WHITE_BESIDE)
        & (wrong <= spare)
        & (unclear <= most)
        & (broken <= (_BORDER if spare else 0.0))
        & (leads >= needed * dictionary.leads[tags])
    )


def _median(modules: NDArray[np.float32], of: Flags) -> NDArray[np.float64]:
    return np.asarray(np.nanmedian(np.where(of, modules, np.nan), axis=1), np.float64)


def _white_beside(
    grey: Image,
    quads: Points,
    side: int,
    black: NDArray[np.float64],
    contrast: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return along which part of each quad's edge white lies half a module outside of it."""
    outside, inside = (_around(grey, quads, 1 + part / side) for part in (1, -1))
    lighter = outside > _WHITER * inside
    beyond = outside > (black + _HALFWAY * contrast)[:, None]
    return np.asarray((lighter | beyond).mean(axis=1))


def _around(grey: Image, quads: Points, share: float) -> NDArray[np.float64]:
    """Return levels along a square about each quad's middle, with sides `share` times as long."""
    middles = quads.mean(axis=1, keepdims=True)
    squares = middles + (quads - middles) * share
    part = _ALONG[None, None, :, None]
    points = squares[:, :, None] * (1 - part) + np.roll(squares, -1, axis=1)[:, :, None] * part
    flat = points.reshape(len(quads), -1, 2).astype(np.float32)
    seen = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64)
