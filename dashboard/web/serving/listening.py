"""The address that the pages are served at: its text, and the socket that listens there."""

import errno
import socket

from engine.core.faults import InputFault, MissingFault

_BACKLOG = 128


def parse_http_address(text: str) -> tuple[str, int]:
    """Return host and port of `HOST:PORT`, `[IPv6]:PORT` or `:PORT` (every address of this machine).

    Raises:
        InputFault: the text isn't such an address.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not (port.isascii() and port.isdigit()) or int(port) > 65_535:
        raise InputFault(f"--http: expected HOST:PORT, such as 127.0.0.1:8321; got '{text}'")
    return host or "0.0.0.0", int(port)  # noqa: S104 # asked for by the empty host


def format_http_address(host: str, port: int) -> str:
    """Return the text that `parse_http_address` reads."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address. Port 0 takes a free one.

    Raises:
        MissingFault: the port is in use or not allowed, or the address isn't this machine's.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError) as error:
        raise MissingFault(f"--http: '{host}' is no name or address that this machine knows") from error
    # asyncio sends small messages at once (TCP_NODELAY) only on sockets that name their protocol. On others
    # an answer's body waits for the browser's acknowledgement of its head, 40 ms.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        raise MissingFault(_why_not(error, host, port)) from error
    return found


def _why_not(error: OSError, host: str, port: int) -> str:
    at = format_http_address(host, port)
    if error.errno == errno.EADDRINUSE:
        other = format_http_address(host, port + 1 if port < 65_535 else 8_321)
        return (
            f"--http: {at} is in use by another program, perhaps another table; stop it or use --http {other}"
        )
    if error.errno == errno.EACCES:
        return f"--http: {at} may not be opened by this user; use a port above 1023, such as {host}:8321"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--http: {host} isn't an address of this machine; use 127.0.0.1:{port} or 0.0.0.0:{port}"
    return f"--http: {at} can't be opened: {error.strerror or error}"
