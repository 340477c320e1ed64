"""Decides from names and dates which certificates are due. Pure: nothing is read, made or kept here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOME_DOMAINS = ("localhost", "local", "home.arpa", "lan", "home", "internal")
"""The domains whose names nobody owns in the Internet (RFC 6761, 6762, 8375, and routers' habits)."""

HOME_NETWORKS: tuple[Network, ...] = tuple(
    ip_network(one)
    for one in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "::1/128",
        "fc00::/7",
    )
)
"""The addresses that nobody owns in the Internet (RFC 1122, 1918, 3927, 6598, 4291, 4193)."""

AUTHORITY_LASTS = timedelta(days=3650)
"""An authority's lifetime. People install it by hand on each device, so it has to last as long as the table.
"""

CERTIFICATE_LASTS = timedelta(days=200)
"""A certificate's lifetime. Apple's devices accept at most 825 days from an authority that people install."""

RENEWED_BEFORE_END = timedelta(days=60)
"""The time before its end when a certificate is renewed. A table that runs every other month is in time."""

BEGUN_BEFORE = timedelta(days=1)
"""The time that a certificate's beginning is set back, because a phone's clock may be behind the table's."""


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names and addresses of a server."""

    hosts: frozenset[str] = frozenset()
    """The host names, lower case."""
    addresses: frozenset[Address] = frozenset()
    """The IP addresses."""

    def __bool__(self) -> bool:
        """Tell whether there is any name or address."""
        return bool(self.hosts or self.addresses)

    def without(self, other: "ServerNames") -> "ServerNames":
        """Return the names and addresses that `other` doesn't have."""
        return ServerNames(self.hosts - other.hosts, self.addresses - other.addresses)


@dataclass(frozen=True, slots=True)
class CertificateFacts:
    """The facts about a certificate that decide whether a new one is due."""

    begins_at: datetime
    """The first moment when it is valid, with a time zone."""
    ends_at: datetime
    """The last moment when it is valid, with a time zone."""
    issuer: bytes = b""
    """The identifier of the key that signed it; empty for an authority, which signs itself."""
    names: ServerNames = ServerNames()
    """The names that it is valid for."""


class Due(StrEnum):
    """The reason why a new certificate is made."""

    FIRST = "first"
    """There is none yet."""
    ENDS = "ends"
    """The present one ends soon."""
    NAMES = "names"
    """The machine has a new name."""
    ISSUER = "issuer"
    """The table has a new authority."""


def authority_due(facts: CertificateFacts | None, now: datetime) -> Due | None:
    """Return why a new authority is due; None if the present one stays.

    It stays as long as a certificate that it signs now can have its whole lifetime.
    """
    if facts is None:
        return Due.FIRST
    return Due.ENDS if facts.ends_at < now + CERTIFICATE_LASTS else None


def certificate_due(
    facts: CertificateFacts | None, *, authority: bytes, names: ServerNames, now: datetime
) -> Due | None:
    """Return why a new certificate for the pages is due; None if the present one stays.

    `authority`: the identifier of the authority's key; `names`: the names that it can vouch for now.

    A name that is gone is no reason, because a machine that moves between two networks would renew each
    time. A beginning in the future is no reason either: then only the machine's clock isn't set yet.
    """
    if facts is None:
        return Due.FIRST
    if facts.issuer != authority:
        return Due.ISSUER
    if facts.ends_at < now + RENEWED_BEFORE_END:
        return Due.ENDS
    return Due.NAMES if names.without(facts.names) else None


def vouched_for(
    names: ServerNames, *, domains: Iterable[str], networks: Iterable[Network] = HOME_NETWORKS
) -> ServerNames:
    """Return the `names` that an authority may vouch for, if it is limited to these domains and networks.

    A link-local IPv6 address isn't among them, because nobody can type its zone into a browser.
    """
    known, within = tuple(domains), tuple(networks)
    return ServerNames(
        frozenset(
            host for host in names.hosts if any(host == one or host.endswith(f".{one}") for one in known)
        ),
        frozenset(address for address in names.addresses if any(address in one for one in within)),
    )


def validity(
    now: datetime, lasts: timedelta, *, at_most: datetime | None = None
) -> tuple[datetime, datetime]:
    """Return the first and last moment of a certificate that is made now. `at_most`: its authority's end."""
    ends = now + lasts
    return now - BEGUN_BEFORE, ends if at_most is None else min(ends, at_most)
