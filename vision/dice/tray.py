"""The dice tray as it would look from straight above, at the height of the dice's upper faces."""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, hypot

import cv2
import numpy as np

from engine.core.board import Tray
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Box, Image

PX_PER_MM = 2.5
"""The scale of that view. A die of 16 mm is 40 px wide in it, as `faces.SIDE` compares it."""

_MARGIN_DICE = 0.5
"""The margin around the tray, in sides of a die. A foot is lower than a face, and appears shifted
outwards."""

_WALL_MM = 2.0
"""The width of the tray's wall, mm. Its rim would be taken for a thing."""


@dataclass(frozen=True)
class TrayView:
    """The tray in one camera's pictures, rectified at the height of a die.

    Tray px have their origin at the upper left, x right, y towards the players of row 1. A thing as high as a
    die is true to scale. A lower one is shifted towards the camera.
    """

    tray: Tray
    """The tray: its place and size on the board, and the size of its dice."""
    camera: Camera
    """The camera and its place."""

    @property
    def size_px(self) -> tuple[int, int]:
        """The width and height, px, with a margin around the tray."""
        width, height = self.tray.size_mm
        margin = 2 * _MARGIN_DICE * self.tray.die_mm
        return round((width + margin) * PX_PER_MM), round((height + margin) * PX_PER_MM)

    @property
    def die_px(self) -> float:
        """The side of a die's upper face, px."""
        return self.tray.die_mm * PX_PER_MM

    @property
    def camera_px_per_mm(self) -> float:
        """The px of the camera's picture that a millimetre has in the middle of the tray."""
        (x, y), z = self.tray.centre_mm, self.tray.die_mm
        px = self.camera.project(np.array([(x, y, z), (x + 1, y, z), (x, y + 1, z)]))
        return float(min(np.linalg.norm(px[1] - px[0]), np.linalg.norm(px[2] - px[0])))

    @property
    def slant_deg(self) -> float:
        """The angle between the camera's view of the tray's middle and straight down, degrees."""
        x, y = self.tray.centre_mm
        eye = self.camera.eye_mm
        return degrees(atan2(hypot(eye[0] - x, eye[1] - y), eye[2] - self.tray.die_mm))

    @cached_property
    def inside(self) -> Image:
        """A mask `(rows, columns)`: 255 where the upper face of a die in the tray may be seen."""
        return self._rectangle(self.tray.die_mm)

    @cached_property
    def floor(self) -> Image:
        """A mask `(rows, columns)`: 255 where the tray's floor is seen if nothing lies on it."""
        return self._rectangle(0.0)

    def _rectangle(self, height_mm: float) -> Image:
        """Return a mask of the tray at a height, without its wall."""
        (x, y), (wide, deep) = self.tray.centre_mm, (side / 2 - _WALL_MM for side in self.tray.size_mm)
        corners = np.array(
            [
                (x + right * wide, y + up * deep, height_mm)
                for right, up in ((-1, 1), (1, 1), (1, -1), (-1, -1))
            ]
        )
        width, height = self.size_px
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, np.round(self.tray_px(corners)).astype(np.int32), 255)
        return mask

    def board_mm(self, points_px: Points) -> Points:
        """Return the board mm `(n, 2)` of tray px `(n, 2)`."""
        width, height = self.size_px
        x, y = self.tray.centre_mm
        off = (points_px - ((width - 1) / 2, (height - 1) / 2)) / PX_PER_MM
        return np.asarray(off * (1.0, -1.0) + (x, y), np.float64)

    def tray_px(self, points_mm: Points) -> Points:
        """Return the tray px `(n, 2)` of board points `(n, 3)`, mm, of any height."""
        eye, height = self.camera.eye_mm, self.tray.die_mm
        reach = (eye[2] - height) / (eye[2] - points_mm[:, 2:])
        flat = eye[:2] + (points_mm[:, :2] - eye[:2]) * reach
        (width, tall), (x, y) = self.size_px, self.tray.centre_mm
        return np.asarray(
            (flat - (x, y)) * (PX_PER_MM, -PX_PER_MM) + ((width - 1) / 2, (tall - 1) / 2), np.float64
        )

    @cached_property
    def _map(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        width, height = self.size_px
        columns, rows = np.meshgrid(np.arange(width), np.arange(height))
        flat = self.board_mm(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
        at = np.column_stack([flat, np.full(len(flat), self.tray.die_mm)])
        return self.camera.project(at).astype(np.float32).reshape(height, width, 2)

    @cached_property
    def _span(self) -> Box:
        """The box of the camera's picture that contains the tray."""
        seen = self._map.reshape(-1, 2)
        left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
        right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
        return left, top, right + 1, bottom + 1

    def _part(self, image: Image) -> Image | None:
        """Return that box of a picture; None if not all of the tray shows."""
        left, top, right, bottom = self._span
        height, width = image.shape[:2]
        if left < 0 or top < 0 or right > width or bottom > height:
            return None
        return image[top:bottom, left:right]

    def cropped(self, image: Image) -> Image | None:
        """Return the part of the picture with the tray, blurred; None if not all of the tray shows."""
        part = self._part(image)
        return None if part is None else np.asarray(cv2.blur(part, (3, 3)), np.uint8)

    def rectified(self, image: Image) -> Image | None:
        """Return the tray from above; None if not all of it shows in the picture."""
        part = self._part(image)
        if part is None:
            return None
        at = self._map - np.array(self._span[:2], np.float32)
        return np.asarray(cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.uint8)
