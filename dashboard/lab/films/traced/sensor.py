"""Simulates a cheap camera's sensor for traced light: automatic exposure, noise, sharpening and JPEG."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.pictures.frame import Image
from vision.render.sensor import Floats

_AIM = 0.17
"""The mean light that the exposure aims for, linear."""
_FOLLOWS = 0.6
_FULL = 2600.0
"""The electrons of a full pixel. The next value is those of the noise in a dark one."""
_READ = 9.0
_LENS_PX, _SHARPENED, _VIGNETTE, _JPEG = 0.55, 0.5, 0.25, 80


@dataclass(slots=True)
class FilmSensor:
    """A camera's sensor during one film."""

    chance: np.random.Generator
    """The random source of the noise."""
    gain: float = field(init=False, default=0.0)
    """The present exposure, as a factor; 0 before the first picture."""

    def take(self, light: Image) -> bytes:
        """Return the camera's JPEG of a traced picture, which is BGR with 16 bits, coded for displays."""
        linear = _to_linear(light.astype(np.float32) / 65535.0)
        wanted = _AIM / max(float(linear.mean()), 1e-4)
        self.gain = wanted if not self.gain else self.gain * (wanted / self.gain) ** _FOLLOWS
        rows, columns = np.mgrid[-1 : 1 : light.shape[0] * 1j, -1 : 1 : light.shape[1] * 1j].astype(
            np.float32
        )
        lens = 1 - _VIGNETTE / 2 * (rows**2 + columns**2)
        seen = cv2.GaussianBlur(linear, (0, 0), _LENS_PX) * lens[..., None] * self.gain
        noise = np.sqrt(np.maximum(seen, 0) / _FULL + (_READ / _FULL) ** 2)
        seen = seen + noise * self.chance.standard_normal(seen.shape, np.float32)
        shown = _to_shown(seen)
        sharp = shown + _SHARPENED * (shown - np.asarray(cv2.GaussianBlur(shown, (0, 0), 1.2)))
        image = np.asarray(np.clip(sharp * 255.0, 0, 255), np.uint8)
        return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG])[1].tobytes()


def _to_linear(shown: Floats) -> Floats:
    return np.asarray(np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4), np.float32)


def _to_shown(linear: Floats) -> Floats:
    """Return linear light coded by a camera's curve: sRGB with soft highlights."""
    light = np.clip(linear, 0, None)
    light = np.where(light < 0.7, light, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.5))
    shown = np.where(
        light <= 0.0031308, light * 12.92, 1.055 * np.clip(light, 1e-9, None) ** (1 / 2.4) - 0.055
    )
    return np.asarray(shown, np.float32)
