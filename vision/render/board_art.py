"""The prints of boards, and the table under them, as flat pictures to scale. The designs are our own."""

from dataclasses import dataclass
from zlib import crc32

import cv2
import numpy as np

from engine.core.board import Board
from vision.pictures.frame import Image
from vision.render.ground import painted, photograph, written
from vision.tags.dictionary import tag_modules

PAPER, INK = 238, 26
"""The grey levels of a label's white and black."""

Outline = np.ndarray[tuple[int, ...], np.dtype[np.int32]]
"""Points for OpenCV's drawing, in whole sixteenths of a px (`shift=4`)."""

Colour = tuple[float, float, float]

_PX_PER_MODULE = 16
"""The px of a module in a drawn label. A scratch is one to eight px wide, up to half a module."""


@dataclass(frozen=True, slots=True)
class Art:
    """The colours (BGR) and patterns of a board."""

    margin: Colour
    """The colour outside its cells."""
    border: Colour
    """The colour of the lines between cells, and of the signs."""
    lands: tuple[Colour, ...]
    """The colours of its cells."""
    signs: int = 0
    """The number of dots and triangles in each cell."""
    mottled: float = 0.0
    """The depth of the brush's mottling on its lands; 0.3 is much."""
    photographed: float = 0.0
    """The part of the lands' colour that comes from a photograph, 0..1."""
    words: bool = False
    """Whether each cell has a word or a figure in it."""
    line_mm: float = 1.6
    """The width of the lines."""


PLAIN = Art(
    (92, 82, 70),
    (74, 66, 58),
    ((168, 196, 156), (150, 190, 204), (190, 206, 176), (206, 188, 158), (172, 178, 190), (160, 208, 216)),
)
"""Soft colours with dark lines."""

VIVID = Art(
    (80, 68, 60),
    (70, 64, 60),
    ((60, 170, 110), (190, 150, 80), (150, 230, 250), (80, 120, 200), (130, 130, 135), (60, 190, 130)),
    signs=3,
)
"""Strong colours and small signs."""

DARK = Art((40, 38, 36), (24, 22, 20), ((70, 84, 62), (84, 70, 60), (60, 72, 92), (78, 78, 74)), signs=1)
"""A dark board, whose lines hardly show."""

LIGHT_LINES = Art(
    (120, 112, 100),
    (226, 230, 232),
    ((150, 170, 130), (140, 160, 190), (170, 170, 150), (120, 150, 170)),
    signs=2,
)
"""White lines between the hexes."""


PAINTED = Art(
    (70, 96, 120),
    (52, 66, 78),
    ((70, 130, 96), (96, 150, 176), (60, 110, 80), (120, 140, 150), (150, 130, 84), (90, 120, 150)),
    signs=2,
    mottled=0.2,
    words=True,
    line_mm=1.0,
)
"""Painted lands, words and figures in them, as printed maps have them."""

PHOTOGRAPH = Art(
    (58, 64, 70),
    (230, 232, 232),
    ((120, 140, 110), (110, 130, 140), (130, 120, 110)),
    photographed=0.75,
    line_mm=1.2,
)
"""A photograph under white lines."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatPrint:
    """A flat picture and its scale. The board's origin is in its middle, and y points to its top."""

    image: Image
    """The picture, BGR."""
    px_per_mm: float
    """The px of a millimetre."""

    @property
    def from_mm(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The 3x3 matrix from board millimetres to px of this picture."""
        height, width = self.image.shape[:2]
        scale = self.px_per_mm
        return np.array([[scale, 0, width / 2 - 0.5], [0, -scale, height / 2 - 0.5], [0, 0, 1.0]])


def tag_label(dictionary: str, tag: int) -> Image:
    """Return a tag as it is printed: grey, upright, with one module of white around it.

    Raises:
        InputFault: OpenCV has no such dictionary, or the dictionary has no such tag.
    """
    bits = tag_modules(dictionary, tag)
    modules = len(bits)
    label = np.full((modules + 2, modules + 2), PAPER, np.uint8)
    label[1:-1, 1:-1] = np.where(bits > 0, PAPER, INK)
    return np.asarray(label.repeat(_PX_PER_MODULE, 0).repeat(_PX_PER_MODULE, 1), np.uint8)


def wear(label: Image, *, worn: float, seed: int) -> Image:
    """Return a label with some of its print worn off: with scratches, and with black that has turned grey."""
    if worn <= 0:
        return label
    rng = np.random.default_rng((seed, int(label.sum())))
    side = label.shape[0]
    grey = cv2.addWeighted(label, 1.0 - 0.35 * worn, np.full_like(label, 205), 0.35 * worn, 0.0)
    for _ in range(rng.poisson(5 * worn)):
        start, end = rng.integers(0, side, 2), rng.integers(0, side, 2)
        level = int(rng.choice([PAPER, 120]))
        cv2.line(grey, start.tolist(), end.tolist(), level, int(rng.integers(1, 1 + _PX_PER_MODULE // 2)))
    return np.asarray(grey, np.uint8)


def label_modules(label: Image) -> int:
    """Return the number of modules along a label's side, white rim included."""
    return int(label.shape[0]) // _PX_PER_MODULE


def board_print(board: Board, *, px_per_mm: float, seed: int, art: Art = PLAIN) -> FlatPrint:
    """Return the printed board: margin and hexes in plain colours with some grain, without frame tags."""
    width, height = (round(side * px_per_mm) for side in board.size_mm)
    image = np.full((height, width, 3), art.margin, np.uint8)
    paper = FlatPrint(image, px_per_mm)
    for cell in board.surface.cells:
        outline = _to_px(paper, np.array(board.surface.corners_mm(cell)))
        colour = art.lands[crc32(f"{seed} {cell}".encode()) % len(art.lands)]
        cv2.fillConvexPoly(image, outline, colour, cv2.LINE_AA, shift=4)
        _draw_line(paper, outline, art)
    if art.photographed > 0:
        picture = photograph(width, height, px_per_mm=px_per_mm, seed=seed)
        image[:] = cv2.addWeighted(picture, art.photographed, image, 1 - art.photographed, 0)
    if art.mottled > 0:
        painted(image, px_per_mm=px_per_mm, depth=art.mottled, seed=seed)
    if art.photographed > 0 or art.mottled > 0:
        for cell in board.surface.cells:
            _draw_line(paper, _to_px(paper, np.array(board.surface.corners_mm(cell))), art)
    if art.words:
        written(image, board, px_per_mm=px_per_mm, seed=seed)
    _draw_signs(paper, board, seed=seed, art=art)
    grain = _grain((height, width), cell_px=2.5 * px_per_mm, depth=0.05, seed=seed)
    image[:] = cv2.multiply(image, cv2.merge([grain] * 3), dtype=cv2.CV_8U)
    return paper


def _draw_line(paper: FlatPrint, outline: Outline, art: Art) -> None:
    cv2.polylines(
        paper.image, [outline], isClosed=True, color=art.border,
        thickness=max(1, round(art.line_mm * paper.px_per_mm)), lineType=cv2.LINE_AA, shift=4,
    )  # fmt: skip


def _draw_signs(paper: FlatPrint, board: Board, *, seed: int, art: Art) -> None:
    """Draw small dark dots and triangles into the hexes, as such boards have them."""
    for cell in board.surface.cells:
        rng = np.random.default_rng(crc32(f"signs {seed} {cell}".encode()))
        centre = np.array(board.surface.centre_mm(cell))
        for _ in range(art.signs):
            middle = centre + rng.uniform(-22.0, 22.0, 2)
            turns = np.arange(rng.choice([3, 12])) + rng.uniform()
            turns = turns * (2 * np.pi / len(turns))
            outline = middle + rng.uniform(0.8, 2.2) * np.column_stack([np.cos(turns), np.sin(turns)])
            cv2.fillConvexPoly(paper.image, _to_px(paper, outline), art.border, cv2.LINE_AA, shift=4)


def table_print(*, width_mm: float, height_mm: float, seed: int) -> FlatPrint:
    """Return the table top around the board: planks. It's coarse, since it's blurred and large."""
    px_per_mm = 0.5
    height, width = round(height_mm * px_per_mm), round(width_mm * px_per_mm)
    streaks = _grain((height, width), cell_px=3.5, depth=0.1, seed=seed + 1, stretch=40.0)
    rows = np.arange(height)
    plank = 0.94 + 0.03 * ((rows // 70) * 7 % 5)
    seam = np.where(rows % 70 < 1, 0.7, 1.0)
    level = streaks * (plank * seam)[:, None].astype(np.float32)
    image = cv2.merge([cv2.convertScaleAbs(level, alpha=channel) for channel in (96, 128, 158)])
    return FlatPrint(np.asarray(image, np.uint8), px_per_mm)


def _grain(
    size: tuple[int, int], *, cell_px: float, depth: float, seed: int, stretch: float = 1.0
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return smooth random light around 1, `size` rows by columns; `stretch` lengthens it along the rows."""
    rng = np.random.default_rng(seed)
    rows, columns = size
    coarse = rng.standard_normal((int(rows / cell_px) + 2, int(columns / (cell_px * stretch)) + 2))
    fine = cv2.resize(coarse.astype(np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC)
    return np.asarray(1 + depth * fine, np.float32)


def _to_px(paper: FlatPrint, points_mm: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Outline:
    """Return points as OpenCV draws them, in whole sixteenths of a px, `(n, 2)`."""
    px = points_mm @ paper.from_mm[:2, :2].T + paper.from_mm[:2, 2]
    return np.rint(px * 16).astype(np.int32)
