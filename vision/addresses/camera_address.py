"""A camera at this machine as users write it: `0`, or `0?size=1280x720&focus=auto`. Imports no pixels."""

import re
from dataclasses import dataclass

from engine.core.faults import InputFault

LOCK, AUTO = "lock", "auto"

_EXPECTED = (
    "a camera's number, and after a ? any of size=1920x1080, fps=30, format=MJPG, and focus, exposure and "
    "white as lock (the camera finds it, then it's held), auto, or a number in the driver's own units, "
    "joined by &"
)
_SIZE = re.compile(r"([1-9]\d{1,4})x([1-9]\d{1,4})")
_FORMAT = re.compile(r"[A-Z0-9]{4}")


@dataclass(frozen=True, slots=True)
class CameraWish:
    """A camera by its number, and how it is to be set."""

    number: int
    """The number that the system gives it: `/dev/videoNUMBER` on Linux."""
    width_px: int = 1920
    """The width of the mode that is asked for."""
    height_px: int = 1080
    """The height of that mode."""
    fps: float | None = None
    """Pictures a second; None leaves the rate to the driver."""
    format: str = "MJPG"
    """The FourCC of the mode. MJPG, since raw formats of this size don't fit USB 2."""
    focus: str | float = LOCK
    """`lock`, `auto`, or a number in the driver's units. Locked, since a camera that refocuses when a hand
    comes loses the board."""
    exposure: str | float = LOCK
    """The same for the exposure."""
    white: str | float = LOCK
    """The same for the white balance."""


def is_camera_address(spec: str) -> bool:
    """Tell a camera's number, with wishes or without, from a file's name."""
    return spec.partition("?")[0].isdecimal()


def parse_camera_address(spec: str) -> CameraWish:
    """Return the camera, and the user's wishes for it.

    Raises:
        InputFault: an unknown key or a value that is none.
    """
    number, _, rest = spec.partition("?")
    if not number.isdecimal():
        raise InputFault(f"{spec}: expected {_EXPECTED}")
    wish: dict[str, object] = {}
    for pair in rest.split("&") if rest else ():
        key, _, value = pair.partition("=")
        if key == "size" and (size := _SIZE.fullmatch(value)):
            wish |= {"width_px": int(size[1]), "height_px": int(size[2])}
        elif key == "fps" and (fps := _number(value)):
            wish["fps"] = fps
        elif key == "format" and _FORMAT.fullmatch(value):
            wish["format"] = value
        elif key in ("focus", "exposure", "white") and (held := _held(value)) is not None:
            wish[key] = held
        else:
            raise InputFault(f"{spec}: can't use '{pair}'; expected {_EXPECTED}")
    return CameraWish(int(number), **wish)  # type: ignore[arg-type]  # each was checked above


def _number(value: str) -> float | None:
    return float(value) if re.fullmatch(r"-?\d{1,6}(\.\d{1,3})?", value) else None


def _held(value: str) -> str | float | None:
    return value if value in (LOCK, AUTO) else _number(value)
