"""Pictures of one board in one room: an arrangement's light once, what the camera does to it each time."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.frame import Image
from vision.render.conditions import Conditions, Floats, light_over
from vision.render.hand import Hand
from vision.render.lamps import Room
from vision.render.shading import Maps, RoomLight, encoded
from vision.render.solids import PlacedPiece, Solid
from vision.render.view import CameraView

Solids = Sequence[tuple[PlacedPiece, Solid]]


class LitScene:
    """One view of one board, `bare` and unlit, in a room."""

    def __init__(self, view: CameraView, room: Room, conditions: Conditions, bare: Image) -> None:
        self._light = RoomLight(view, room, conditions, bare)
        lens = Conditions(gradient=0.0, vignette=conditions.vignette, brightness=conditions.brightness)
        self._lens = light_over(view, lens) * np.float32(self._light.gain)
        self._quiet: tuple[tuple[PlacedPiece, ...], Maps, Floats] | None = None

    def picture(
        self,
        placed: Solids,
        held: Solids,
        hand: Hand | None,
        label: Callable[[PlacedPiece], Image | None],
        *,
        number: int,
    ) -> Image:
        """Return the picture as the sensor has it, without noise."""
        del number
        maps, quiet = self._arranged(placed, label)
        seen = quiet if hand is None and not held else self._light.with_hand(maps, hand, held, label)
        return encoded(np.asarray(cv2.multiply(seen, cv2.merge([self._lens] * 3)), np.float32))

    def _arranged(self, placed: Solids, label: Callable[[PlacedPiece], Image | None]) -> tuple[Maps, Floats]:
        key = tuple(piece for piece, _ in placed)
        if self._quiet is None or self._quiet[0] != key:
            maps = self._light.maps(placed, label)
            self._quiet = (key, maps, self._light.radiance(maps))
        return self._quiet[1], self._quiet[2]
