"""Pictures of one board in one room. An arrangement's light is computed once, the camera's part each time."""

from collections.abc import Callable, Sequence
from math import cos, radians, sin

import cv2
import numpy as np

from vision.pictures.frame import Image
from vision.render.conditions import Conditions, light_over
from vision.render.hand import Hand
from vision.render.lamps import Room
from vision.render.sensor import Floats, bands, breathed, dirt_on, exposed, smeared, swayed, veiled, whitened
from vision.render.shading import Maps, RoomLight, encoded
from vision.render.solids import PlacedPiece, Solid
from vision.render.view import CameraView

Solids = Sequence[tuple[PlacedPiece, Solid]]


class LitScene:
    """One view of one board in a room; `bare` is the picture of the board without pieces and light."""

    def __init__(self, view: CameraView, room: Room, conditions: Conditions, bare: Image) -> None:
        self._light = RoomLight(view, room, conditions, bare)
        lens = Conditions(gradient=0.0, vignette=conditions.vignette, brightness=conditions.brightness)
        self._view = view
        self._sensor = conditions.sensor
        lets = dirt_on(view, self._sensor.dirt, conditions.seed) if self._sensor.dirt > 0 else np.float32(1)
        self._lens = np.asarray(light_over(view, lens) * lets * np.float32(self._light.gain), np.float32)
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
        """Return the picture at the sensor, without noise."""
        maps, quiet = self._arranged(placed, label, number)
        sensor, seen = self._sensor, quiet
        if hand is not None or held:
            seen = self._light.with_hand(maps, hand, held, label)
        if hand is not None and sensor.smear_mm > 0:
            seen = smeared(seen, quiet, self._motion_px(hand, sensor.smear_mm))
        if sensor.dirt > 0:
            seen = veiled(seen, sensor.dirt)
        gain = exposed(seen, sensor.follows, sensor.step_ev, self._light.mean)
        lens = self._lens
        if sensor.banding > 0:
            lens = lens * bands(
                len(lens), sensor.banding, mains_hz=sensor.mains_hz, readout_s=sensor.readout_s, number=number
            )
        whites = whitened(seen, sensor.white)
        lit = cv2.multiply(seen, cv2.merge([lens * np.float32(gain * white) for white in whites]))
        image = breathed(encoded(np.asarray(lit, np.float32)), sensor.breathing, number)
        if hand is not None and sensor.hunts_px > 0:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), sensor.hunts_px), np.uint8)
        return swayed(image, sensor.sways_px, number)

    def _motion_px(self, hand: Hand, smear_mm: float) -> tuple[float, float]:
        """Return the motion of a hand along its arm in the picture, px."""
        turn = radians(hand.from_deg)
        way = (hand.x_mm + smear_mm * cos(turn), hand.y_mm + smear_mm * sin(turn), hand.height_mm)
        (x, y), (end_x, end_y) = self._view.project(np.array([(hand.x_mm, hand.y_mm, hand.height_mm), way]))
        return float(end_x - x), float(end_y - y)

    def _arranged(
        self, placed: Solids, label: Callable[[PlacedPiece], Image | None], number: int
    ) -> tuple[Maps, Floats]:
        """Return an arrangement in a picture's light: its maps, and its picture without a hand."""
        key = tuple(piece for piece, _ in placed)
        if self._quiet is None or self._quiet[0] != key:
            maps = self._light.maps(placed, label)
            self._quiet = (key, maps, self._light.radiance(maps))
        _, still, quiet = self._quiet
        maps = self._light.beneath_fan(still, number)
        return maps, quiet if maps is still else self._light.radiance(maps)
