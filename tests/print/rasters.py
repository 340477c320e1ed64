"""Prints as a scanner would have them, and the tags that our own decoder reads there."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from pypdfium2 import PdfDocument

from dashboard.printing.depicted import Depiction, depiction_of
from dashboard.printing.page_drawing import PaperSheet
from dashboard.printing.pdf import pdf_of
from engine.core.board import load_board
from engine.core.pieces import load_pieces, pieces_beside
from vision.pictures.frame import Image
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import find_tags
from vision.tags.tag import Scan

PX_PER_MM = 4.0
MM_PER_POINT = 25.4 / 72


def depiction(board: str, language: str = "en") -> Depiction:
    """Return the game's facts about one of its boards and that board's pieces."""
    pieces = load_pieces(pieces_beside(board))
    return depiction_of("dozen_war", load_board(board), pieces, content="house", language=language)


@dataclass(frozen=True, slots=True)
class ReadTag:
    """A tag as it was read on a page: the origin is the lower left, y up."""

    id: int
    x_mm: float
    y_mm: float
    side_mm: float
    turned_deg: float


def rasterised(pages: Iterable[PaperSheet], *, px_per_mm: float = PX_PER_MM) -> list[Image]:
    """Return the pages' PDF as BGR pictures."""
    document = PdfDocument(pdf_of(list(pages), title="print"))
    # A page's size in px is rounded up: a trace less keeps exact sizes exact.
    scale = px_per_mm * MM_PER_POINT * (1 - 1e-7)
    pictures = [
        np.asarray(document[i].render(scale=scale).to_numpy()[:, :, :3], np.uint8)
        for i in range(len(document))
    ]
    document.close()
    return pictures


def read_tags(picture: Image, dictionary: str, *, size_mm: tuple[float, float]) -> list[ReadTag]:
    """Return the tags in a picture of a page of this size."""
    # The picture's last pixels reach beyond the page where its size isn't a whole number of them.
    px_per_mm = np.array(picture.shape[1::-1]) / size_mm
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    scan = Scan(upscale=1, windows=(23, 45), smallest_px=8 * px_per_mm[0], largest_px=45 * px_per_mm[0])
    found = []
    for tag in find_tags(grey, load_dictionary(dictionary), scan):
        exact = tag.corners.astype(np.float32).reshape(-1, 1, 2)
        cv2.cornerSubPix(grey, exact, (4, 4), (-1, -1), (cv2.TERM_CRITERIA_COUNT, 20, 0.01))
        corners = (exact.reshape(4, 2).astype(np.float64) + 0.5) / px_per_mm
        corners[:, 1] = size_mm[1] - corners[:, 1]
        along = corners[1] - corners[0]
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        x, y = corners.mean(axis=0)
        turn = float(np.degrees(np.arctan2(along[1], along[0])))
        found.append(ReadTag(tag.id, float(x), float(y), float(sides.mean()), turn))
    return found
