"""The ground of real boards: painted land, words and figures, photographs. All is made here, from a seed."""

from zlib import crc32

import cv2
import numpy as np

from engine.core.board import Board
from vision.pictures.frame import Image

_SMALLEST_MM, _LARGEST_MM = 2.5, 70.0
"""The least and the largest radius of leaves: from a few px of a camera to about a hex, with detail at each
scale between."""

_LEAVES = 12000
"""The number of leaves. Later ones cover earlier ones."""

_WORDS = ("Forest", "Old Mill", "12", "80", "7", "Marsh", "Road", "48", "River", "Pass", "A4", "Keep", "%")


def photograph(width_px: int, height_px: int, *, px_per_mm: float, seed: int) -> Image:
    """Return a picture with the statistics of a photograph: leaves of all sizes that cover one another.

    Their number falls with the third power of their size, so the picture looks alike at every scale (the dead
    leaves model: Lee, Mumford and Huang, 2001).
    """
    rng = np.random.default_rng((seed, 5))
    image = np.full((height_px, width_px, 3), 96, np.uint8)
    share = rng.uniform(size=_LEAVES)
    least, most = _SMALLEST_MM**-2, _LARGEST_MM**-2
    radii = (least + share * (most - least)) ** -0.5 * px_per_mm
    base = rng.uniform(30, 215, (_LEAVES, 1))
    colours = np.clip(base + rng.normal(0, 26, (_LEAVES, 3)), 0, 255)
    at = rng.uniform(0, 1, (_LEAVES, 2)) * (width_px, height_px)
    for n in range(_LEAVES):
        axes = (max(1, round(float(radii[n]))), max(1, round(float(radii[n] * rng.uniform(0.4, 1.0)))))
        centre = (round(float(at[n, 0])), round(float(at[n, 1])))
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(image, centre, axes, turn, 0, 360, tuple(colours[n].tolist()), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.25 * px_per_mm), np.uint8)


def painted(image: Image, *, px_per_mm: float, depth: float, seed: int) -> None:
    """Mottle a print as a brush does, with patches of all sizes and of other colours than the land's."""
    height, width = image.shape[:2]
    rng = np.random.default_rng((seed, 6))
    whole = np.ones((height, width, 3), np.float32)
    for cell_mm in (22.0, 9.0, 4.0, 1.8):
        shape = (int(height / (cell_mm * px_per_mm)) + 2, int(width / (cell_mm * px_per_mm)) + 2, 3)
        grey = rng.standard_normal((*shape[:2], 1))
        coarse = (0.85 * grey + 0.25 * rng.standard_normal(shape)).astype(np.float32)
        whole += depth * 0.5 * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    image[:] = cv2.multiply(image, np.clip(whole, 0.3, 1.8), dtype=cv2.CV_8U)


def written(image: Image, board: Board, *, px_per_mm: float, seed: int) -> None:
    """Print a word or a figure into each cell, dark or light, in any turn, as maps have them."""
    height, width = image.shape[:2]
    for cell in board.surface.cells:
        rng = np.random.default_rng(crc32(f"words {seed} {cell}".encode()))
        x, y = board.surface.centre_mm(cell)
        size = float(rng.uniform(3.5, 9.0))
        word = str(rng.choice([*_WORDS, str(cell)]))
        side = round(40 * px_per_mm)
        mask = np.zeros((side, side), np.uint8)
        scale = size * px_per_mm / 22
        (wide, high), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        start = ((side - wide) // 2, (side + high) // 2)
        thick = max(1, round(0.13 * size * px_per_mm))
        cv2.putText(mask, word, start, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.choice([0, 0, 0, 90, 180, 270])), 1.0)
        mask = np.asarray(cv2.warpAffine(mask, turn, (side, side)), np.uint8)
        left = round(width / 2 + (x + rng.uniform(-10, 10)) * px_per_mm - side / 2)
        top = round(height / 2 - (y + rng.uniform(-14, 14)) * px_per_mm - side / 2)
        part = image[max(0, top) : top + side, max(0, left) : left + side]
        share = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255.0
        ink = float(rng.choice([25.0, 25.0, 240.0]))
        part[:] = part + (ink - part) * share * 0.85
