"""Addresses of camera streams. It imports no pixels, so an address can be checked before anything loads."""

from urllib.parse import urlsplit

from engine.bus.address import without_password
from engine.core.faults import InputFault

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "rtp", "udp", "tcp", "srt")
"""The schemes that a stream's address may have."""


def is_stream_address(spec: str) -> bool:
    """Return whether a text is a stream's address and not a file's name."""
    return "://" in spec


def checked_stream_address(url: str) -> str:
    """Return the address if a camera can have it.

    Raises:
        InputFault: the scheme is unknown, the host is missing, or the port is none.
            The message shows no password.
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
