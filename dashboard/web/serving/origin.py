"""Which web addresses may talk to this server: keeps foreign pages in a visitor's browser out."""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from engine.core.faults import InputFault

Proxy = IPv4Network | IPv6Network
"""The addresses of proxies that say for whose sake they ask."""

_ENCRYPTED = ("https", "wss")

HERE: tuple[Proxy, ...] = (ip_network("127.0.0.1"), ip_network("::1"))
"""This machine."""


def host_of(header: str) -> str:
    """Return the host of a `Host` header, without port and brackets, lower case; empty when unreadable."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def parse_hosts(text: str) -> tuple[str, ...]:
    """Return the names of `--hosts`: `table.example.org,10.0.0.7`.

    Raises:
        InputFault: one of them is no host's name or address.
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
        InputFault: one of them is neither.
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
    """Tell whether an address is one of a proxy's."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in one for one in proxies)


def reached(visitor: HTTPConnection) -> str:
    """Return the address of ours that a visitor has reached; empty where the system doesn't say."""
    server = visitor.scope.get("server")
    return str(server[0]) if server else ""


def own_names(served_as: str = "", listed: Iterable[str] = ()) -> frozenset[str]:
    """Return this server's names: the machine's own, the one that `--http` gives, those listed."""
    machine = socket.gethostname().lower()
    own = {"localhost", machine, f"{machine.partition('.')[0]}.local", served_as.lower()}
    return frozenset(own | {name.lower() for name in listed}) - {""}


def trusted_host(header: str, names: frozenset[str], *, reached: str = "") -> bool:
    """Tell whether a `Host` header names this server: by one of its names, or the address that was `reached`.

    No other name is one, without a dot or under `.local` though it be: whoever answers for it can point it at
    us (DNS rebinding).
    """
    host = host_of(header)
    if host in names:
        return host != ""
    try:
        address = ip_address(host)
        return address.is_loopback or address == ip_address(reached)
    except ValueError:
        return False


def from_own_page(visitor: HTTPConnection, listed: frozenset[str]) -> bool:
    """Tell whether a request is from a page of this server, or no browser's; `listed`: its proxies' names."""
    headers = visitor.headers
    scheme = str(visitor.scope["scheme"])
    return same_origin(headers.get("origin"), headers.get("host", ""), listed, scheme=scheme)


def same_origin(
    origin: str | None, host_header: str, listed: frozenset[str] = frozenset(), *, scheme: str = ""
) -> bool:
    """Tell whether a browser's page came from this server; programs that aren't browsers send no origin.

    `listed`: names of it that proxies are reached by; a proxy may put another into the `Host` header.
    `scheme`: how the request came. A page that came in clear may be anybody's who is on the way: it asks
    nothing of pages that are encrypted. The other way round it may: a proxy may do the encrypting.
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
