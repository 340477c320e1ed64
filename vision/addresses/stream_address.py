"""Addresses of camera streams. Imports no pixels, so that an address can be checked before anything loads."""

from urllib.parse import urlsplit

from engine.bus.address import without_password
from engine.core.faults import InputFault

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "rtp", "udp", "tcp", "srt")
"""The schemes that a stream may be fetched by."""


def is_stream_address(spec: str) -> bool:
    """Tell a stream's address from a file's name."""
    return "://" in spec


def checked_stream_address(url: str) -> str:
    """Return an address that a camera can have.

    Raises:
        InputFault: an unknown scheme, no host, or a port that is none. The message repeats no password.
    """
    expected = "expected a stream's address such as http://HOST:PORT/PATH or rtsp://HOST/PATH"
    shown = without_password(url)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InputFault(f"{shown}: {expected}; the host or port can't be read") from error
    if parts.scheme not in SCHEMES:
        raise InputFault(f"{shown}: {expected}; '{parts.scheme}' is none of {', '.join(SCHEMES)}")
    if not parts.hostname or port == 0:
        raise InputFault(f"{shown}: {expected}; it has no {'port' if parts.hostname else 'host'}")
    return url
