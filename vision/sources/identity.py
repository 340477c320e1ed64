"""What names a camera for good: under it its measured lens is kept, whatever number the system gives it."""

import hashlib
import re
from pathlib import Path
from urllib.parse import urlsplit

from vision.camera_address import is_camera_address, parse_camera_address
from vision.stream_address import is_stream_address

_BY_ID = Path("/dev/v4l/by-id")
_SYSTEM = Path("/sys/class/video4linux")
_LONGEST = 80


def camera_identity(spec: str, *, by_id: Path = _BY_ID, system: Path = _SYSTEM) -> str | None:
    """Return the lasting name of what `spec` opens; None for pictures that no camera takes now.

    A camera at this machine is named by the link its maker, model and serial number give it, else by its
    model and the socket it's plugged in; a stream by its address without user and password. `by_id` and
    `system` are where Linux tells of cameras.
    """
    if is_camera_address(spec):
        return _plain(_device_name(parse_camera_address(spec).number, by_id, system))
    if is_stream_address(spec):
        parts = urlsplit(spec)
        where = f"{parts.scheme}-{parts.hostname}-{parts.port or ''}-{parts.path}"
        # A query may hold a password: it tells cameras apart, but isn't to be read in a file's name.
        asked = f"-{hashlib.sha256(parts.query.encode()).hexdigest()[:8]}" if parts.query else ""
        return _plain(where + asked)
    return None


def _device_name(number: int, by_id: Path, system: Path) -> str:
    try:
        for link in sorted(by_id.iterdir()):
            if link.resolve().name == f"video{number}":
                return link.name
    except OSError:
        pass  # no such folder: no udev, or not Linux
    device = system / f"video{number}"
    try:
        model = (device / "name").read_text(encoding="utf-8", errors="replace").strip()
        return f"{model}-{(device / 'device').resolve().name}"
    except OSError:
        return f"camera-{number}"


def _plain(name: str) -> str:
    """Return a name that every file system takes; a long one is cut, and told from others by its digest."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")
    if len(plain) <= _LONGEST and plain:
        return plain
    return f"{plain[:_LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
