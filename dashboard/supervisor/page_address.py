"""The pages' address: parsing `--http`, checking that the port is free, and the URL to show people."""

import errno
import os
import socket
from dataclasses import dataclass

from dashboard.web.serving.own_address import network_address
from engine.core.faults import InputFault, MissingFault

_ANY_HOST = ("0.0.0.0", "::")  # noqa: S104 # recognised here, never chosen for the user
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The address of the pages."""

    host: str
    """The host name or IP address where the pages are served."""
    port: int
    """The TCP port."""
    encrypted: bool = False
    """Whether the pages are served by HTTPS."""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def only_here(self) -> bool:
        """Whether only this machine can open the pages."""
        return self.host in _LOOPBACK

    def url(self) -> str:
        """Return the URL to open; pages on all addresses get the one that other machines can reach."""
        host = network_address() or socket.gethostname() if self.host in _ANY_HOST else self.host
        return f"{'https' if self.encrypted else 'http'}://{PageAddress(host, self.port)}/"


def parse_page_address(text: str, *, encrypted: bool = False) -> PageAddress:
    """Return the address that a text `HOST:PORT` gives; `encrypted` means HTTPS.

    Raises:
        InputFault: the text has another form, or the port isn't from 1 to 65535.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise InputFault(f"--http '{text}': expected HOST:PORT with a port from 1 to 65535")
    return PageAddress(host, int(port), encrypted)


def expect_port_free(address: PageAddress) -> None:
    """Check that the pages can be served at an address.

    Raises:
        InputFault: the host isn't this machine, or the port needs more rights.
        MissingFault: the port is taken.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family) as probe:
        if os.name == "posix":
            # A port whose last connections are only closing counts as free. On Windows this would share
            # ports.
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
