"""The conditions of a rendered picture: light, lens and sensor."""

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np

from vision.render.board_art import PLAIN, Art
from vision.render.lamps import Room
from vision.render.sensor import CameraHabits, Floats
from vision.render.view import CameraView

_HABITLESS = CameraHabits()


@dataclass(frozen=True, slots=True)
class MirroredLamp:
    """A lamp that the board reflects as glare."""

    x_mm: float
    """The x of the middle of its reflection on the board."""
    y_mm: float
    """The y of the middle of its reflection on the board."""
    wide_mm: float = 45.0
    """The width of its reflection, as a sigma."""
    strength: float = 0.5
    """How near to white the middle of its reflection is, 0..1."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Everything random and everything around that affects a picture. The same values give the same picture.

    With a `room` its lamps and its sky light the board, in place of `light_from_deg`, `light_height_deg`,
    `gradient`, `tint` and `glare`, and the camera has the habits in `sensor`.
    """

    seed: int = 1
    """The seed of everything random."""
    light_from_deg: float = 125.0
    """The direction of the lamp, degrees counter-clockwise from the board's x axis."""
    light_height_deg: float = 58.0
    """The elevation of the lamp above the table, degrees."""
    gradient: float = 0.2
    """How much darker the side away from the lamp is, as a part of the light."""
    vignette: float = 0.12
    """How much darker the corners are, as a part of the light."""
    brightness: float = 1.0
    """A factor on all levels."""
    blur_px: float = 0.55
    """The sigma of the lens's blur, px."""
    noise: float = 2.5
    """The sigma of the sensor's noise, in levels up to 255."""
    jpeg_quality: int = 88
    """The quality of the camera's JPEGs, 0..100."""
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """A factor on each channel, BGR, for a warm or cool lamp."""
    flicker: float = 0.0
    """The amplitude of the brightness from picture to picture, as a part of it."""
    glare: tuple[MirroredLamp, ...] = ()
    """The lamps that the board reflects."""
    worn: float = 0.0
    """The wear of the labels' print, 0..1."""
    curl_mm: float | None = None
    """The radius of the cylinder that each label is curled to, mm; None: labels are flat."""
    sleeves: float = 0.0
    """How near to white the middle of a lamp's reflection in a card's sleeve is; 0: no sleeves."""
    art: Art = PLAIN
    """The board's print."""
    paper: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The part of each channel that a yellowed label reflects, BGR."""
    room: Room | None = None
    """The room around the board; None: one lamp lights it."""
    sensor: CameraHabits = _HABITLESS
    """The camera's habits."""

    @property
    def to_light(self) -> tuple[float, float, float]:
        """The unit vector towards the lamp, in the board's axes, `(3,)`."""
        across, up = radians(self.light_from_deg), radians(self.light_height_deg)
        return cos(up) * cos(across), cos(up) * sin(across), sin(up)

    def shadow_mm(self, height_mm: float) -> tuple[float, float]:
        """Return the offset of the shadow of something at a height, on the table, mm."""
        across, reach = radians(self.light_from_deg), height_mm / tan(radians(self.light_height_deg))
        return -reach * cos(across), -reach * sin(across)


def light_over(view: CameraView, conditions: Conditions) -> Floats:
    """Return the light on each pixel of the table, around 1, `(height, width)`."""
    columns = np.linspace(-1, 1, view.width_px, dtype=np.float32)
    rows = np.linspace(-1, 1, view.height_px, dtype=np.float32)
    x, y, _ = conditions.to_light
    length = float(np.hypot(x, y)) or 1.0
    slope = (columns[None, :] * (x / length) - rows[:, None] * (y / length)) * (conditions.gradient / 2)
    corner = (columns[None, :] ** 2 + rows[:, None] ** 2) * (conditions.vignette / 2)
    return np.asarray(conditions.brightness * (1 + slope - corner), np.float32)


def glare_over(view: CameraView, conditions: Conditions) -> Floats | None:
    """Return how near to white reflections make each pixel, 0..1, `(height, width)`; None without any."""
    if not conditions.glare:
        return None
    rows, columns = np.mgrid[0 : view.height_px, 0 : view.width_px].astype(np.float32)
    whole = np.zeros((view.height_px, view.width_px), np.float32)
    for spot in conditions.glare:
        (x, y), scale = view.project(np.array([(spot.x_mm, spot.y_mm, 0.0)]))[0], view.px_per_mm()
        away = ((columns - x) ** 2 + (rows - y) ** 2) / (2 * (spot.wide_mm * scale) ** 2)
        whole = np.maximum(whole, spot.strength * np.exp(-away))
    return np.asarray(whole, np.float32)


def exposure(conditions: Conditions, number: int) -> tuple[float, float, float]:
    """Return the factors on a picture's channels, BGR: the lamp's tint, and its flicker in this picture."""
    pulse = 1.0 + conditions.flicker * sin(2.4 * number + conditions.seed)
    blue, green, red = conditions.tint
    return blue * pulse, green * pulse, red * pulse
