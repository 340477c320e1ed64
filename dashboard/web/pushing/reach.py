"""Which addresses a notification may go to: public ones, by HTTPS. A page could name any address as its own.

A name is looked up once, and the connection goes to the address that was checked: a name that leads elsewhere
a moment later leads nowhere.
"""

import http.client
import socket
import ssl
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault

_LONGEST = 1000
_PORT = 443
_ANSWER_S = 10.0

Reaches = Callable[[str], bool]
"""Returns whether notifications may go to an IP address."""


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public network's, and no group's."""
    found = ip_address(address.partition("%")[0])
    return found.is_global and not found.is_multicast


def expect_push_address(endpoint: str) -> None:
    """Check the form of a push service's address.

    Raises:
        InputFault: it isn't an HTTPS address, names another port or an account, or is one of a private
            network.
    """
    try:
        parts = urlsplit(endpoint)
        plain = parts.scheme == "https" and parts.port in (None, _PORT) and "@" not in parts.netloc
        host = parts.hostname or ""
    except ValueError:
        plain, host = False, ""
    readable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or not readable or len(endpoint) > _LONGEST or "." not in host or _is_private(host):
        raise InputFault(TEXTS.say("refused.push_address"))


def _is_private(host: str) -> bool:
    try:
        return not is_public(host)
    except ValueError:
        # A name: its addresses are checked when something is sent.
        return False


class PublicPost:
    """Posts to public addresses by HTTPS; follows no redirect, and reads no answer but its status."""

    def __init__(self, *, reaches: Reaches = is_public, trusted: ssl.SSLContext | None = None) -> None:
        self._reaches = reaches
        self._trusted = trusted or ssl.create_default_context()

    def __call__(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Return the status of the answer.

        Raises:
            OSError: the address isn't public, or doesn't answer.
        """
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or _PORT
        line = http.client.HTTPSConnection(host, port, timeout=_ANSWER_S, context=self._trusted)
        try:
            found = socket.create_connection((self._address(host, port), port), timeout=_ANSWER_S)
            line.sock = self._trusted.wrap_socket(found, server_hostname=host)
            path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
            line.request("POST", path, body, headers)
            return line.getresponse().status
        except http.client.HTTPException as error:
            raise OSError(str(error) or type(error).__name__) from error
        finally:
            line.close()

    def _address(self, host: str, port: int) -> str:
        found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        if not found or not all(self._reaches(one) for one in found):
            raise OSError(f"{host} isn't a public address")
        return found[0]
