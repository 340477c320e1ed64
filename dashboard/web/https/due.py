"""Which certificates are due, as a function of names and dates. Pure: nothing is read, made or kept here."""

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
"""Devices are given it by hand: it has to last as long as the table does."""

CERTIFICATE_LASTS = timedelta(days=200)
"""Apple's devices accept at most 825 days from an authority that their owner installed."""

RENEWED_BEFORE_END = timedelta(days=60)
"""A table that is played on every other month still renews in time."""

BEGUN_BEFORE = timedelta(days=1)
"""How far a certificate's beginning lies in the past: a phone's clock may be behind the table's."""


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names and addresses of a server."""

    hosts: frozenset[str] = frozenset()
    """The host names, lower case."""
    addresses: frozenset[Address] = frozenset()
    """The IP addresses."""

    def __bool__(self) -> bool:
        """Tell whether there is any."""
        return bool(self.hosts or self.addresses)

    def without(self, other: "ServerNames") -> "ServerNames":
        """Return the names that another doesn't have."""
        return ServerNames(self.hosts - other.hosts, self.addresses - other.addresses)


@dataclass(frozen=True, slots=True)
class CertificateFacts:
    """The facts about a certificate that decide whether another is due."""

    begins_at: datetime
    """Its first moment, with its time zone."""
    ends_at: datetime
    """Its last moment, with its time zone."""
    issuer: bytes = b""
    """The identifier of the key that signed it; empty for an authority's own."""
    names: ServerNames = ServerNames()
    """The names that it is for."""


class Due(StrEnum):
    """The reason why a certificate is made."""

    FIRST = "first"
    ENDS = "ends"
    NAMES = "names"
    ISSUER = "issuer"


def authority_due(facts: CertificateFacts | None, now: datetime) -> Due | None:
    """Return why a new authority is due; None: the present one stays.

    It stays as long as a certificate that it signs today lives its whole time.
    """
    if facts is None:
        return Due.FIRST
    return Due.ENDS if facts.ends_at < now + CERTIFICATE_LASTS else None


def certificate_due(
    facts: CertificateFacts | None, *, authority: bytes, names: ServerNames, now: datetime
) -> Due | None:
    """Return why a new certificate of the pages is due; None: the present one stays.

    `authority` is the identifier of the authority's key, `names` those that it can vouch for now. A name that
    is gone is no reason: a machine that moves between two networks would renew each time. Nor is a
    beginning in the future: the machine's clock isn't set yet, and the devices' clocks are.
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
    """Return the names that an authority may vouch for; it is limited to these domains and networks.

    A link-local IPv6 address isn't among them: browsers can't be given its zone.
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
    """Return the first and last moment of a certificate that is made now; `at_most`: its authority's end."""
    ends = now + lasts
    return now - BEGUN_BEFORE, ends if at_most is None else min(ends, at_most)
