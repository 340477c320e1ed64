"""A camera's lasting name, which doesn't depend on the number that the system gives it.

Its measured lens is saved under this name, and the camera is found by it when it is plugged in again.
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
"""The most characters of a name. File systems take 255 bytes; the lens's file name adds a digest and a
suffix."""


def camera_identity(spec: str, *, by_id: Path = _BY_ID, system: Path = _SYSTEM) -> str | None:
    """Return the lasting name of the camera that `spec` opens; None for recorded pictures.

    A camera at this machine is named by the link that its maker, model and serial number give it, else by its
    model and the socket that it's plugged into. A phone is named by the name that it was given, a stream by
    its address without user and password. `by_id` and `system` are the folders where Linux describes cameras.
    """
    if is_camera_address(spec):
        number = parse_camera_address(spec).number
        return _plain(CameraNames(by_id, system).name(number) or f"camera-{number}")
    if is_phone_address(spec):
        return f"phone-{parse_phone_address(spec)}"
    if is_stream_address(spec):
        parts = urlsplit(spec)
        where = f"{parts.scheme}-{parts.hostname}-{parts.port or ''}-{parts.path}"
        # A query may hold a password. Its digest tells cameras apart without showing it in a file's name.
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
        """Return the name of the camera with this number; None if it has none."""
        return self._linked().get(number) or self._described(number)

    def number(self, name: str) -> int | None:
        """Return the number that the camera with this name has now; None if it isn't there."""
        linked = self._linked()
        for number, link in linked.items():
            if link == name:
                return number
        # One camera may have several numbers. The later ones aren't for pictures.
        for number in sorted(_numbers(self.system)):
            if number not in linked and self._described(number) == name:
                return number
        return None

    def _linked(self) -> dict[int, str]:
        """Return the name of each link that maker, model and serial number give, by its camera's number."""
        try:
            links = sorted(self.by_id.iterdir(), reverse=True)
        except OSError:
            return {}  # There is no such folder: no udev, or not Linux.
        found = [(_number_of(link.resolve().name), link.name) for link in links if link.exists()]
        return {number: name for number, name in found if number is not None}

    def _described(self, number: int) -> str | None:
        """Return the model and the socket of a camera as its name."""
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
    """Return a name that every file system takes. A long one is cut, and a digest keeps it unique."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")
    if len(plain) <= _LONGEST and plain:
        return plain
    return f"{plain[:_LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
