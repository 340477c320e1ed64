"""The circumstances of a rendered picture: light, lens and sensor."""

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from vision.render.view import CameraView

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Everything that chance and surroundings do to a picture; the same values give the same picture.

    The lamp stands at `light_from_deg` (counter-clockwise from the board's x) and `light_height_deg` above
    the table. `gradient`: how much darker the far side of the lamp is; `vignette`: how much darker the
    corners are; `brightness`: a factor on all. `blur_px`: the lens's sigma; `noise`: the sensor's sigma in
    levels of 255.
    """

    seed: int = 1
    light_from_deg: float = 125.0
    light_height_deg: float = 58.0
    gradient: float = 0.2
    vignette: float = 0.12
    brightness: float = 1.0
    blur_px: float = 0.55
    noise: float = 2.5
    jpeg_quality: int = 88

    @property
    def to_light(self) -> tuple[float, float, float]:
        """The unit vector towards the lamp, in the board's axes."""
        across, up = radians(self.light_from_deg), radians(self.light_height_deg)
        return cos(up) * cos(across), cos(up) * sin(across), sin(up)

    def shadow_mm(self, height_mm: float) -> tuple[float, float]:
        """Return how far something at a height throws its shadow over the table."""
        across, reach = radians(self.light_from_deg), height_mm / tan(radians(self.light_height_deg))
        return -reach * cos(across), -reach * sin(across)


def light_over(view: CameraView, conditions: Conditions) -> Floats:
    """Return the light that falls on each pixel of the table, around 1: `(height, width)`."""
    columns = np.linspace(-1, 1, view.width_px, dtype=np.float32)
    rows = np.linspace(-1, 1, view.height_px, dtype=np.float32)
    x, y, _ = conditions.to_light
    length = float(np.hypot(x, y)) or 1.0
    slope = (columns[None, :] * (x / length) - rows[:, None] * (y / length)) * (conditions.gradient / 2)
    corner = (columns[None, :] ** 2 + rows[:, None] ** 2) * (conditions.vignette / 2)
    return np.asarray(conditions.brightness * (1 + slope - corner), np.float32)
