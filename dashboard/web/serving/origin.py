"""Decides which web addresses may talk to this server, and keeps out other sites' pages in a browser."""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine.core.faults import InputFault

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

Proxy = IPv4Network | IPv6Network
"""A network of proxies whose headers say who asks."""

_ENCRYPTED = ("https", "wss")

HERE: tuple[Proxy, ...] = (ip_network("127.0.0.1"), ip_network("::1"))
"""This machine's own addresses."""


def believed_proxies(proxies: tuple[Proxy, ...], hosts: tuple[str, ...]) -> tuple[Proxy, ...]:
    """Return the proxies that are believed when they say who asks.

    If `hosts` names proxies and `proxies` gives no address of theirs, they are on this machine.
    """
    return proxies or (HERE if hosts else ())


def host_of(header: str) -> str:
    """Return the host in a `Host` header: lower case, without port and brackets; empty if malformed."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def parse_hosts(text: str) -> tuple[str, ...]:
    """Return the names of `--hosts`: `table.example.org,10.0.0.7`.

    Raises:
        InputFault: an item isn't a host's name or address.
    """
    names = tuple(filter(None, (name.strip().lower() for name in text.split(","))))
    for name in names:
        if host_of(f"[{name}]" if ":" in name else name) != name or any(c in name for c in "/@ *"):
            raise InputFault(
                f"--hosts: expected names such as table.example.org, without ports; got '{name}'"
            )
    return names


def parse_proxies(text: str) -> tuple[Proxy, ...]:
    """Return the addresses and networks of `--proxies`: `127.0.0.1,10.0.0.0/24`.

    Raises:
        InputFault: an item is neither an address nor a network.
    """
    found: list[Proxy] = []
    for word in filter(None, (one.strip() for one in text.split(","))):
        try:
            found.append(ip_network(word))
        except ValueError as error:
            raise InputFault(
                "--proxies: expected addresses or networks such as 127.0.0.1 or 10.0.0.0/24; "
                f"got '{word}': {error}"
            ) from error
    return tuple(found)


def is_among(address: str, proxies: Iterable[Proxy]) -> bool:
    """Tell whether an address is in one of these networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in one for one in proxies)


def reached(visitor: "HTTPConnection") -> str:
    """Return the address of this server that a visitor has reached; empty if the system doesn't say."""
    server = visitor.scope.get("server")
    return str(server[0]) if server else ""


def own_names(served_as: str = "", listed: Iterable[str] = ()) -> frozenset[str]:
    """Return this server's names: the machine's own, the one of `--http`, and the listed ones."""
    machine = socket.gethostname().lower()
    own = {"localhost", machine, f"{machine.partition('.')[0]}.local", served_as.lower()}
    return frozenset(own | {name.lower() for name in listed}) - {""}


def trusted_host(header: str, names: frozenset[str], *, reached: str = "") -> bool:
    """Tell whether a `Host` header names this server: by one of its names, or by the `reached` address.

    No other name counts, not even one without a dot or under `.local`: the owner of such a name could point
    it at this server (DNS rebinding).
    """
    host = host_of(header)
    if host in names:
        return host != ""
    try:
        address = ip_address(host)
        return address.is_loopback or address == ip_address(reached)
    except ValueError:
        return False


def from_own_page(visitor: "HTTPConnection", listed: frozenset[str]) -> bool:
    """Tell whether a request comes from a page of this server, or from a program that isn't a browser.

    `listed`: the names of this server's proxies.
    """
    headers = visitor.headers
    scheme = str(visitor.scope["scheme"])
    return same_origin(headers.get("origin"), headers.get("host", ""), listed, scheme=scheme)


def same_origin(
    origin: str | None, host_header: str, listed: frozenset[str] = frozenset(), *, scheme: str = ""
) -> bool:
    """Tell whether a browser's page came from this server. A program without an origin isn't a browser: True.

    `listed`: names of proxies, which may put another name into the `Host` header. `scheme`: the request's.

    A page by plain HTTP may ask nothing of encrypted pages, because it may be forged on its way. The reverse
    is allowed, because a proxy may do the encryption.
    """
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme == "http" and scheme in _ENCRYPTED:
        return False
    netloc = parts.netloc
    return netloc != "" and (netloc.lower() == host_header.lower() or host_of(netloc) in listed)
