"""The habits of a cheap camera: exposure and white balance in steps, bands, dirt, a lens that hunts."""

from dataclasses import dataclass
from math import log2, pi, sin
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.faults import MissingFault
from vision.pictures.frame import Image
from vision.pictures.warp import warped
from vision.render.view import CameraView

Floats = NDArray[np.float32]

_FINE_LIGHT = 8
"""Every pixel whose index is a multiple of this is metered, each way. Cameras meter coarsely too."""

_SPECK_MM, _SPECKS = 14.0, 14
"""The radius of a speck of dirt, as it shows on the board out of focus, and the number of specks."""

_VEIL_SHARE, _VEIL_PX = 0.05, 60.0
"""The part of the light that a dirty lens scatters, and how far, as a sigma in px."""


@dataclass(frozen=True, slots=True)
class CameraHabits:
    """The habits of a cheap camera; by default it has none."""

    follows: float = 0.0
    """The part of a change in light that its exposure corrects, 0..1."""
    white: float = 0.0
    """The part of a change in colour that its white balance corrects, 0..1."""
    step_ev: float = 1 / 6
    """The steps of its exposure, in stops."""
    banding: float = 0.0
    """The depth of the bands that lamps on the mains make, as a part of the light."""
    mains_hz: float = 50.0
    """The frequency of the mains."""
    readout_s: float = 0.03
    """The time that reading out a picture takes."""
    smear_mm: float = 0.0
    """The motion of a hand along its arm while the shutter is open."""
    breathing: float = 0.0
    """The change of the picture's size as the focus hunts, as a part of it."""
    hunts_px: float = 0.0
    """The sigma of the blur that hunting adds while a hand is in the picture."""
    dirt: float = 0.0
    """The dirt on the lens, 0..1."""
    sways_px: float = 0.0
    """The shift of the picture, each way, as a sigma: its stand is on a table that people lean on."""


def exposed(radiance: Floats, follows: float, step_ev: float, usual: float) -> float:
    """Return the gain of an automatic exposure for a picture, in whole steps.

    `usual` is the picture's mean without a hand. `follows` is the part of a difference that the exposure
    corrects.
    """
    if follows <= 0:
        return 1.0
    seen = float(radiance[::_FINE_LIGHT, ::_FINE_LIGHT].mean())
    return float(2.0 ** (round(follows * log2(usual / max(seen, 1e-6)) / step_ev) * step_ev))


def whitened(radiance: Floats, follows: float, step: float = 0.04) -> tuple[float, float, float]:
    """Return the factors of an automatic white balance, BGR. They turn the picture's mean towards grey."""
    if follows <= 0:
        return (1.0, 1.0, 1.0)
    blue, green, red = radiance[::_FINE_LIGHT, ::_FINE_LIGHT].reshape(-1, 3).mean(0).tolist()
    steps = (round(follows * (green / max(one, 1e-6) - 1) / step) * step for one in (blue, red))
    to_blue, to_red = (max(0.5, 1 + one) for one in steps)
    return to_blue, 1.0, to_red


def bands(rows: int, depth: float, *, mains_hz: float, readout_s: float, number: int) -> Floats:
    """Return the light of each row `(rows, 1)` as a rolling shutter gets it from lamps on the mains.

    Such lamps pulse twice a period. The phase continues from picture to picture.
    """
    at_s = np.arange(rows) / rows * readout_s + number * 0.0137
    return np.asarray(1.0 + depth * np.sin(2 * pi * 2 * mains_hz * at_s), np.float32)[:, None]


def smeared(moving: Floats, still: Floats, motion_px: tuple[float, float]) -> Floats:
    """Return a picture with motion blur on its moving parts, as the shutter stays open."""
    length = float(np.hypot(*motion_px))
    if length < 1.0:
        return moving
    side = 2 * int(np.ceil(length / 2)) + 3
    middle = side / 2 - 0.5
    kernel = np.zeros((side, side), np.float32)
    ends = [(middle + sign * motion_px[0] / 2, middle + sign * motion_px[1] / 2) for sign in (-1, 1)]
    fixed = [(round(x * 16), round(y * 16)) for x, y in ends]
    cv2.line(kernel, fixed[0], fixed[1], 1.0, 1, cv2.LINE_8, 4)
    change = cv2.filter2D(moving - still, -1, kernel / kernel.sum())
    return np.asarray(still + change, np.float32)


def dirt_on(view: CameraView, dirt: float, seed: int) -> Floats:
    """Return the light that passes a dirty lens, `(height, width)`: soft specks, out of focus."""
    clear = np.ones((view.height_px, view.width_px), np.float32)
    rng = np.random.default_rng((seed, 77))
    for _ in range(_SPECKS):
        x, y = int(rng.uniform(0, view.width_px)), int(rng.uniform(0, view.height_px))
        radius = int(rng.uniform(0.5, 2.0) * _SPECK_MM * view.px_per_mm())
        cv2.circle(clear, (x, y), radius, 1.0 - dirt * float(rng.uniform(0.2, 0.6)), -1)
    return np.asarray(cv2.GaussianBlur(clear, (0, 0), 0.5 * _SPECK_MM * view.px_per_mm()), np.float32)


def veiled(radiance: Floats, dirt: float) -> Floats:
    """Return a picture with the veil of light that a dirty lens scatters from bright places."""
    small = cv2.resize(radiance, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), _VEIL_PX / 8)
    veil = cv2.resize(wide, (radiance.shape[1], radiance.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(radiance + dirt * _VEIL_SHARE * veil, np.float32)


def breathed(image: Image, zoom: float, number: int) -> Image:
    """Return a picture that a hunting focus makes larger or smaller, by up to the part `zoom` of its size."""
    if zoom <= 0:
        return image
    height, width = image.shape[:2]
    scale = 1.0 + zoom * sin(0.9 * number)
    turn = np.array([[scale, 0, (1 - scale) * width / 2], [0, scale, (1 - scale) * height / 2]])
    return warped(image, turn, cv2.INTER_LINEAR)


def swayed(image: Image, sigma_px: float, number: int) -> Image:
    """Return a picture from a camera that sways: shifted, and turned by as much at the rim as shifted.

    Each picture draws its own swing, since cameras seldom take pictures as fast as a stand swings.
    """
    if sigma_px <= 0:
        return image
    height, width = image.shape[:2]
    right, down, turned = np.random.default_rng((number, 31)).normal(0.0, sigma_px, 3)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(turned / (width / 2))), 1.0)
    turn[:, 2] += np.array([right, down])
    return warped(image, np.asarray(turn, np.float64))


@dataclass(slots=True)
class MovingPictures:
    """A camera that sends video: each picture is encoded and decoded after the one before.

    The encoder is FFmpeg's MPEG-4 part 2 at its usual rate, some 50 kB a picture at 1280x960, since OpenCV's
    wheels have no H.264 encoder. Blocks, motion compensation and coarse quantising are of the same kind.
    """

    _before: Image | None = None
    """The last picture that was sent; None before the first."""

    def sent(self, image: Image) -> Image:
        """Return the picture as it arrives.

        Raises:
            MissingFault: this OpenCV can't encode or decode such video.
        """
        height, width = image.shape[:2]
        first = image if self._before is None else self._before
        with TemporaryDirectory() as folder:
            path = f"{folder}/two.mkv"
            writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"FMP4"), 25.0, (width, height))
            if not writer.isOpened():
                raise MissingFault("expected an OpenCV that encodes MPEG-4; install opencv-python-headless")
            for one in (first, image):
                writer.write(one)
            writer.release()
            reader = cv2.VideoCapture(path)
            reader.read()
            read, found = reader.read()
            reader.release()
        if not read:
            raise MissingFault("expected an OpenCV that decodes the MPEG-4 it has encoded")
        self._before = np.asarray(found, np.uint8)
        return self._before
