"""A camera's focus, exposure and white balance: set, read back, and described in words.

An OpenCV property is a control of the driver. A driver without that control says that it can't be set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.phrase import Phrase
from vision.addresses.camera_address import AUTO, LOCK, CameraWish
from vision.texts import TEXTS


class Capture(Protocol):
    """The part of OpenCV's `VideoCapture` that this module uses."""

    def isOpened(self) -> bool:  # noqa: N802 # OpenCV's name
        """Return whether the camera is open."""

    def read(self) -> tuple[bool, NDArray[np.generic]]:
        """Return whether a frame came, and the frame."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 # OpenCV's name
        """Set a property, and return False if the driver refuses."""

    def get(self, propId: int) -> float:  # noqa: N803 # OpenCV's name
        """Return a property; 0 or less if the driver doesn't have it."""


@dataclass(frozen=True, slots=True)
class Control:
    """One automatic control of a camera."""

    name: str
    """The key of its name in the texts."""
    auto: int
    """The OpenCV property that switches its automatic on or off."""
    on: float
    """The value of `auto` that switches the automatic on."""
    off: float
    """The value of `auto` that switches the automatic off."""
    value: int
    """The OpenCV property that holds its value."""


# V4L2_CID_EXPOSURE_AUTO: 3 is aperture priority (the automatic of webcams), 1 is manual.
FOCUS = Control("focus", cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0, cv2.CAP_PROP_FOCUS)
EXPOSURE = Control("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3.0, 1.0, cv2.CAP_PROP_EXPOSURE)
"""Exposure. By V4L2's numbers 3 is automatic (aperture priority) and 1 is manual."""

WHITE = Control("white", cv2.CAP_PROP_AUTO_WB, 1.0, 0.0, cv2.CAP_PROP_WB_TEMPERATURE)
"""White balance."""

_NEAR = 0.51
"""The tolerance of a value, since drivers round values to whole numbers."""


def ask_mode(capture: Capture, wish: CameraWish) -> None:
    """Ask for format, size, rate and a queue of one frame.

    The format comes first, since sizes depend on it.
    """
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*wish.format))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width_px)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height_px)
    if wish.fps is not None:
        capture.set(cv2.CAP_PROP_FPS, wish.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def mode_text(capture: Capture, wish: CameraWish) -> Phrase:
    """Return the mode that the driver gives, and the mode that was asked for if it is another."""
    width, height = (int(capture.get(one)) for one in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    four_letters = "".join(chr(code >> shift & 255) for shift in (0, 8, 16, 24)) if code > 0 else "?"
    rate = capture.get(cv2.CAP_PROP_FPS)
    text = TEXTS.say("modes.size", size=f"{width}x{height}", format=four_letters)
    if rate > 0:
        text = TEXTS.say("modes.rate", mode=text, rate=rate)
    if (width, height) != (wish.width_px, wish.height_px):
        text = TEXTS.say("modes.asked", mode=text, width=wish.width_px, height=wish.height_px)
    return text


def begin_controls(capture: Capture, wish: CameraWish) -> None:
    """Switch on the automatics that are to find a value first, and set the values that are given."""
    for control, wished in _wishes(wish):
        if isinstance(wished, float):
            capture.set(control.auto, control.off)
            capture.set(control.value, wished)
        else:
            capture.set(control.auto, control.on)


def hold_controls(capture: Capture, wish: CameraWish) -> tuple[Phrase, ...]:
    """Hold the values that the automatics have found, where that is wished; return each control's state."""
    return tuple(_held(capture, control, wished) for control, wished in _wishes(wish))


def _wishes(wish: CameraWish) -> Sequence[tuple[Control, str | float]]:
    return ((FOCUS, wish.focus), (EXPOSURE, wish.exposure), (WHITE, wish.white))


def _held(capture: Capture, control: Control, wished: str | float) -> Phrase:
    name = TEXTS.say(f"controls.{control.name}")
    if wished == AUTO:
        return TEXTS.say("controls.automatic", control=name)
    if wished == LOCK:
        value = capture.get(control.value)
        switched = capture.set(control.auto, control.off)
        # Some drivers fall back to a default when the automatic is switched off.
        given = capture.set(control.value, value) if switched and value > 0 else switched
    else:
        value = float(wished)
        switched, given = True, capture.set(control.value, value)
    if not switched or not given:
        return TEXTS.say("controls.fixed", control=name)
    is_off = abs(capture.get(control.auto) - control.off) < _NEAR
    read_back = capture.get(control.value)
    if not is_off and wished == LOCK:
        return TEXTS.say("controls.stays_automatic", control=name)
    if abs(read_back - value) > max(_NEAR, 0.1 * abs(value)):
        return TEXTS.say("controls.asked", control=name, value=read_back, asked=value)
    return TEXTS.say("controls.locked", control=name, value=read_back)
