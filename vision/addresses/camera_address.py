"""A camera at this machine as users write it: `0`, or `0?size=1280x720&focus=auto`. It imports no pixels."""

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
    """A camera by its number, and the settings that the user wishes."""

    number: int
    """The system's number of the camera: `/dev/videoNUMBER` on Linux."""
    width_px: int = 1920
    """The width of the wished mode, px."""
    height_px: int = 1080
    """The height of the wished mode, px."""
    fps: float | None = None
    """The wished pictures a second; None leaves the rate to the driver."""
    format: str = "MJPG"
    """The FourCC of the mode. The usual MJPG fits USB 2 at this size; raw formats don't."""
    focus: str | float = LOCK
    """`lock`, `auto`, or a number in the driver's units. It's usually locked, since a camera that refocuses
    when a hand comes loses the board."""
    exposure: str | float = LOCK
    """The same for the exposure."""
    white: str | float = LOCK
    """The same for the white balance."""


def is_camera_address(spec: str) -> bool:
    """Return whether a text is a camera's number, with or without settings, and not a file's name."""
    return spec.partition("?")[0].isdecimal()


def parse_camera_address(spec: str) -> CameraWish:
    """Return the camera and the settings that the user wishes.

    Raises:
        InputFault: a key is unknown, or a value is none that the key can have.
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
