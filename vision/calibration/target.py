"""The sheet for measuring a lens: a ChArUco board, defined here for printer, detector and tests."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image


@dataclass(frozen=True)
class CalibrationTarget:
    """A chessboard with a tag in every white square.

    Sheet millimetres have their origin at the chessboard's upper left corner, x right, y down. The upper left
    square is black. Tags are numbered from 0, row by row.
    """

    columns: int
    """The number of squares across."""
    rows: int
    """The number of squares down."""
    square_mm: float
    """The side of a square."""
    tag_mm: float
    """The side of a tag's black square."""
    dictionary: str
    """OpenCV's name for the tags' dictionary."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """The width and height of the chessboard, without the white around it."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @cached_property
    def black_squares_mm(self) -> tuple[tuple[float, float], ...]:
        """The upper left corner of every black square, mm."""
        return tuple(
            (column * self.square_mm, row * self.square_mm)
            for row in range(self.rows)
            for column in range(self.columns)
            if (row + column) % 2 == 0
        )

    @cached_property
    def tags_mm(self) -> dict[int, tuple[float, float]]:
        """The upper left corner of every tag's black square, mm, by id."""
        rim = (self.square_mm - self.tag_mm) / 2
        white = [
            (column * self.square_mm + rim, row * self.square_mm + rim)
            for row in range(self.rows)
            for column in range(self.columns)
            if (row + column) % 2 == 1
        ]
        return dict(enumerate(white))

    @cached_property
    def corners_mm(self) -> Points:
        """The inner corners of the chessboard, mm, `(n, 3)`, z = 0, in the order of their ids: row by row."""
        return np.array(
            [
                (column * self.square_mm, row * self.square_mm, 0.0)
                for row in range(1, self.rows)
                for column in range(1, self.columns)
            ]
        )

    def tag_modules(self, tag: int) -> Image:
        """Return a tag's modules `(side, side)`, border included: 0 is black, 255 is white."""
        known = _dictionary(self.dictionary)
        side = int(known.markerSize) + 2
        return np.asarray(known.generateImageMarker(tag, side, borderBits=1), np.uint8)

    def picture(self, px_per_mm: float, *, margin_mm: float = 0.0) -> Image:
        """Return the sheet in grey, with white around the chessboard."""
        width, height = (round((side + 2 * margin_mm) * px_per_mm) for side in self.size_mm)
        board = charuco_board(self)
        return np.asarray(
            board.generateImage((width, height), marginSize=round(margin_mm * px_per_mm), borderBits=1),
            np.uint8,
        )


USUAL = CalibrationTarget(columns=10, rows=7, square_mm=25.0, tag_mm=19.0, dictionary="DICT_4X4_100")
"""The usual target: 250 x 175 mm, which fits A4 and Letter in landscape with room for the printer's margin.

Its tags are of another dictionary than the boards', so that neither is taken for the other. With an odd
number of rows OpenCV's old and new ways of colouring the squares are the same.
"""


@lru_cache(maxsize=4)
def charuco_board(target: CalibrationTarget) -> cv2.aruco.CharucoBoard:
    """Return OpenCV's description of a target."""
    return cv2.aruco.CharucoBoard(
        (target.columns, target.rows), target.square_mm, target.tag_mm, _dictionary(target.dictionary)
    )


def _dictionary(name: str) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
