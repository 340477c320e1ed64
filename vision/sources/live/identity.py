"""A camera's name for good, whatever number the system gives it.

Under it its measured lens is kept, and by it the camera is found when it is plugged in again.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from vision.addresses.camera_address import is_camera_address, parse_camera_address
from vision.addresses.phone_address import is_phone_address, parse_phone_address
from vision.addresses.stream_address import is_stream_address

_BY_ID = Path("/dev/v4l/by-id")
_SYSTEM = Path("/sys/class/video4linux")
_LONGEST = 80
"""File systems take names of 255 bytes; the lens's file adds a digest and a suffix."""


def camera_identity(spec: str, *, by_id: Path = _BY_ID, system: Path = _SYSTEM) -> str | None:
    """Return the lasting name of what `spec` opens; None for pictures that no camera takes now.

    A camera at this machine is named by the link its maker, model and serial number give it, else by its
    model and the socket it's plugged in; a phone by the name that it was given; a stream by its address
    without user and password. `by_id` and `system` are where Linux tells of cameras.
    """
    if is_camera_address(spec):
        number = parse_camera_address(spec).number
        return _plain(CameraNames(by_id, system).name(number) or f"camera-{number}")
    if is_phone_address(spec):
        return f"phone-{parse_phone_address(spec)}"
    if is_stream_address(spec):
        parts = urlsplit(spec)
        where = f"{parts.scheme}-{parts.hostname}-{parts.port or ''}-{parts.path}"
        # A query may hold a password: it tells cameras apart, but isn't to be read in a file's name.
        asked = f"-{hashlib.sha256(parts.query.encode()).hexdigest()[:8]}" if parts.query else ""
        return _plain(where + asked)
    return None


@dataclass(frozen=True, slots=True)
class CameraNames:
    """The lasting names of the cameras at this machine."""

    by_id: Path = _BY_ID
    """The folder of links that udev names by maker, model and serial number."""
    system: Path = _SYSTEM
    """The folder where Linux describes each camera."""

    def name(self, number: int) -> str | None:
        """Return the name of the camera that has this number now; None when nobody tells."""
        return self._linked().get(number) or self._described(number)

    def number(self, name: str) -> int | None:
        """Return the number that the camera of this name has now; None when it isn't there."""
        linked = self._linked()
        for number, link in linked.items():
            if link == name:
                return number
        # One camera may have several numbers, the later ones for things that aren't pictures.
        for number in sorted(_numbers(self.system)):
            if number not in linked and self._described(number) == name:
                return number
        return None

    def _linked(self) -> dict[int, str]:
        """Return the links that maker, model and serial number give, by what they point to."""
        try:
            links = sorted(self.by_id.iterdir(), reverse=True)
        except OSError:
            return {}  # no such folder: no udev, or not Linux
        found = [(_number_of(link.resolve().name), link.name) for link in links if link.exists()]
        return {number: name for number, name in found if number is not None}

    def _described(self, number: int) -> str | None:
        """Return model and socket."""
        device = self.system / f"video{number}"
        try:
            model = (device / "name").read_text(encoding="utf-8", errors="replace").strip()
            return f"{model}-{(device / 'device').resolve().name}"
        except OSError:
            return None


def _numbers(system: Path) -> Iterator[int]:
    try:
        for device in system.iterdir():
            number = _number_of(device.name)
            if number is not None:
                yield number
    except OSError:
        return


def _number_of(device: str) -> int | None:
    found = re.fullmatch(r"video(\d+)", device)
    return int(found[1]) if found else None


def _plain(name: str) -> str:
    """Return a name that every file system takes; a long one is cut, and a digest keeps it unique."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")
    if len(plain) <= _LONGEST and plain:
        return plain
    return f"{plain[:_LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
