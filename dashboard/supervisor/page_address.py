"""Where the pages are served: reading `--http`, seeing that the port is free, and what to tell people."""

import errno
import os
import socket
from dataclasses import dataclass

from dashboard.web.serving.doors import network_address
from engine.core.faults import InputFault, MissingFault

_ANY_HOST = ("0.0.0.0", "::")  # noqa: S104 # recognised here, never chosen for the user
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The address of the pages."""

    host: str
    """The name or IP address that they are served at."""
    port: int
    """The TCP port."""
    encrypted: bool = False
    """Whether they are served by HTTPS."""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def only_here(self) -> bool:
        """Whether only this machine can open the pages."""
        return self.host in _LOOPBACK

    def url(self) -> str:
        """Return the address to open; served on every interface, the one that others reach us by."""
        host = network_address() or socket.gethostname() if self.host in _ANY_HOST else self.host
        return f"{'https' if self.encrypted else 'http'}://{PageAddress(host, self.port)}/"


def parse_page_address(text: str, *, encrypted: bool = False) -> PageAddress:
    """Read `HOST:PORT`, where the pages are served, by HTTPS if `encrypted`.

    Raises:
        InputFault: it isn't that.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise InputFault(f"--http '{text}': expected HOST:PORT with a port from 1 to 65535")
    return PageAddress(host, int(port), encrypted)


def expect_port_free(address: PageAddress) -> None:
    """See that the pages can be served there.

    Raises:
        InputFault: the host isn't this machine's, or the port needs more rights.
        MissingFault: the port is taken.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family) as probe:
        if os.name == "posix":
            # A port whose last connections are only dying away is free; elsewhere this would mean "share it".
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address.host, address.port))
            probe.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise MissingFault(
                    f"port {address.port} is in use: choose another with --http {address.host}:PORT"
                ) from error
            raise InputFault(f"--http {address}: can't be served there: {error.strerror or error}") from error
