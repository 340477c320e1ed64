"""The names and addresses that this machine can be reached by now, as the system reports them."""

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

import ifaddr

from dashboard.web.https.due import Address, ServerNames
from dashboard.web.serving.origin import own_names

_UNIQUE_LOCAL = ip_network("fc00::/7")
"""The IPv6 addresses of networks at home (RFC 4193)."""

_HOST = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
"""A host name that a certificate can hold (RFC 1123)."""


def machine_names(served_as: str = "") -> ServerNames:
    """Return this machine's names. `served_as`: the host of the pages, a name or an address."""
    found = (ip for adapter in ifaddr.get_adapters() for one in adapter.ips if (ip := _address(one.ip)))
    names = names_of(found, served_as=served_as)
    # The table is announced in the network by this name, unless another machine has it.
    return ServerNames(names.hosts | {"boardwarden.local"}, names.addresses)


def names_of(addresses: Iterable[Address], *, served_as: str = "") -> ServerNames:
    """Return the names of a machine with these addresses.

    Link-local IPv6 addresses are left out, because nobody can type their zone into a browser. Global IPv6
    addresses change every day, so they are left out too, unless the pages are served at one.
    """
    said = _address(served_as)
    kept = {one for one in addresses if not isinstance(one, IPv6Address) or _stays(one)}
    if said is not None and not said.is_unspecified:
        kept.add(said)
    hosts = {one for one in own_names(served_as) if _address(one) is None and _HOST.fullmatch(one)}
    return ServerNames(frozenset(hosts), frozenset(kept | {ip_address("127.0.0.1"), ip_address("::1")}))


def _stays(address: IPv6Address) -> bool:
    return address.is_loopback or address in _UNIQUE_LOCAL


def _address(said: str | tuple[str, int, int]) -> Address | None:
    try:
        return ip_address(said if isinstance(said, str) else said[0])
    except ValueError:
        return None


def machine_name() -> str:
    """Return this machine's host name without its domain."""
    return socket.gethostname().partition(".")[0] or "this machine"
