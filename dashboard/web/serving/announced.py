"""Announces the table in the local network, by multicast DNS: phones find it as `boardwarden.local`.

The pages are a service of the type `_boardwarden._tcp`, and of `_http._tcp` for programs that look for any
pages. Only pages that other machines can reach are announced. If another machine has the name already, the
table takes the next one.
"""

import logging
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from zeroconf import AddressResolver, IPVersion, NonUniqueNameException  # type: ignore[attr-defined] # unlisted
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE = "_boardwarden._tcp.local."
HOST = "boardwarden"

_PAGES = "_http._tcp.local."
_MOST = 20
_ASK_MS = 1_000
_TTL_S = 120

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AnnouncedPages:
    """The announcement of a table's pages in the network."""

    table: str
    """The table's name, as people read it in a list."""
    version: str
    """The version of the program."""
    port: int
    """The pages' port."""
    encrypted: bool
    """Whether the pages are served by HTTPS."""
    addresses: frozenset[IPv4Address | IPv6Address]
    """This machine's addresses that the pages are served at."""


class NetworkName:
    """The announcement of one server. Its methods are called on the server's event loop."""

    def __init__(self) -> None:
        self._zeroconf: AsyncZeroconf | None = None
        self._host = ""

    @property
    def names(self) -> frozenset[str]:
        """The announced host names that lead to this server; none while nothing is announced."""
        return frozenset({self._host} - {""})

    async def announce(self, pages: AnnouncedPages) -> str:
        """Announce the pages instead of an earlier announcement; return the host name, empty if it failed.

        A failure is only logged, because a network that forbids announcements is no fault of the table.
        """
        await self.withdraw()
        try:
            # The interfaces are named by the addresses: a network without a route out has no default one.
            asked = [str(one) for one in sorted(pages.addresses, key=str) if one.version == 4]
            opened = AsyncZeroconf(interfaces=asked, ip_version=IPVersion.V4Only)
        except OSError as error:
            log.warning("the table isn't announced in the network: %s", error.strerror or error)
            return ""
        self._zeroconf = opened
        try:
            host = await _free_host(opened, pages)
            for kind in (SERVICE, _PAGES):
                info = _info(kind, host, pages)
                await (await opened.async_register_service(info, allow_name_change=True, ttl=_TTL_S))
        except (OSError, ZeroconfError) as error:
            log.warning("the table isn't announced in the network: %s", error or type(error).__name__)
            await self.withdraw()
            return ""
        self._host = host
        log.info("announced in the network as %s", host)
        return host

    async def withdraw(self) -> None:
        """Take the announcement back, if there is one."""
        opened, self._zeroconf, self._host = self._zeroconf, None, ""
        if opened is not None:
            await opened.async_unregister_all_services()
            await opened.async_close()


async def _free_host(opened: AsyncZeroconf, pages: AnnouncedPages) -> str:
    """Return the first of `boardwarden.local`, `boardwarden-2.local`, … that no other machine has.

    Raises:
        NonUniqueNameException: other machines have all 20 names.
    """
    for number in range(1, _MOST + 1):
        host = f"{HOST}.local" if number == 1 else f"{HOST}-{number}.local"
        asked = AddressResolver(f"{host}.")
        await asked.async_request(opened.zeroconf, _ASK_MS)
        others = {ip_address(one) for one in asked.parsed_addresses()} - pages.addresses
        if not others:
            return host
    raise NonUniqueNameException


def _info(kind: str, host: str, pages: AnnouncedPages) -> AsyncServiceInfo:
    said = {"path": "/", "table": pages.table, "version": pages.version}
    said["scheme"] = "https" if pages.encrypted else "http"
    # A service's name may contain dots, but many programs' lists show them wrongly.
    shown = f"Boardwarden {pages.table}".replace(".", " ")[:63].strip()
    return AsyncServiceInfo(
        kind,
        f"{shown}.{kind}",
        port=pages.port,
        properties=said,
        server=f"{host}.",
        addresses=[one.packed for one in sorted(pages.addresses, key=str) if one.version == 4],
    )
