"""Pictures of a table at rest, kept for a while, and the parts of them that a verdict is about."""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from engine.bus.messages.cameras import ProofPictures
from engine.core.board import Board
from engine.core.ids import Cell
from engine.core.observations import Look
from engine.core.verdict import Proof
from vision.camera.reports.camera_report import essence
from vision.camera.reports.kept_frames import jpeg_of
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame, Image
from vision.sources.files.decoding import decode_image

KEPT = 12
"""The number of tables at rest that are kept. All but the newest are JPEGs of some hundred kilobytes."""

_MARGIN_MM = 28.0
"""The margin of the board around the cells, mm. A token of 20 mm on the border shows as a whole."""

_TALL_MM = 25.0
"""The height above the board that the part includes, mm. A rock is 24 mm high."""

_MOST_PX = 640
"""The longer side of a cut picture, px. People look at it on a tablet; nothing is read in it again."""

_QUALITY = 80
"""The JPEG quality of a cut picture, which only people look at."""

Part = tuple[int, int, int, int]
"""A part of a picture: left, top, right and bottom in px."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """One table at rest."""

    first: int
    """The number of the first look that showed it like this."""
    jpeg: bytes
    """The last picture that showed it like this."""


class Album:
    """The last tables at rest before one camera. Pictures of hands that move over the table aren't kept."""

    def __init__(self) -> None:
        self._rests: deque[_Rest] = deque(maxlen=KEPT)
        self._newest: tuple[int, Frame, Look] | None = None

    def take(self, frame: Frame, look: Look) -> None:
        """Keep a frame if the table is at rest in it."""
        if not look.motion.steady or look.motion.moved:
            return
        if self._newest is not None:
            first, before, shown = self._newest
            if essence(look) == essence(shown):
                self._newest = (first, frame, look)
                return
            self._rests.append(_Rest(first, jpeg_of(before)))
        self._newest = (look.sequence, frame, look)

    def picture(self, number: int) -> Image | None:
        """Return the table at rest of a look, or the last one before it; None if it isn't kept any more."""
        if self._newest is not None and self._newest[0] <= number:
            return self._newest[1].image
        rest = next((one for one in reversed(self._rests) if one.first <= number), None)
        if rest is None:
            return None
        image = decode_image(rest.jpeg)
        return None if isinstance(image, str) else image


def cells_part(camera: Camera, board: Board, cells: Collection[Cell]) -> Part | None:
    """Return the part of a camera's pictures with these cells and their pieces, and a margin.

    It reaches no further than the board. The result is None without a cell of the board's field.
    """
    corners = [
        corner for cell in cells if cell in board.surface.index for corner in board.surface.corners_mm(cell)
    ]
    if not corners:
        return None
    flat, half = np.array(corners, np.float64), np.array(board.size_mm, np.float64) / 2
    low = np.maximum(flat.min(axis=0) - _MARGIN_MM, -half)
    high = np.minimum(flat.max(axis=0) + _MARGIN_MM, half)
    box = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (0.0, _TALL_MM)]
    px = camera.project(np.array(box, np.float64))
    (left, top), (right, bottom) = np.floor(px.min(axis=0)), np.ceil(px.max(axis=0))
    return int(left), int(top), int(right), int(bottom)


def proof_of(album: Album, proof: Proof, part: Part | None) -> ProofPictures | None:
    """Return the pictures of a proof; None if the camera has no picture from after the verdict."""
    after = album.picture(proof.after)
    if part is None or after is None:
        return None
    before = None if proof.before is None else album.picture(proof.before)
    cut = b"" if before is None else _cut(before, part)
    return ProofPictures(proof.source, proof.before, proof.after, cut, _cut(after, part))


def _cut(image: Image, part: Part) -> bytes:
    height, width = image.shape[:2]
    left, top, right, bottom = part
    cut = image[max(0, top) : min(height, bottom), max(0, left) : min(width, right)]
    if cut.size == 0:
        return b""
    scale = min(1.0, _MOST_PX / max(cut.shape[:2]))
    shown = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, content = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return np.asarray(content).tobytes()
