"""Announces a table's pages in the network while other machines can reach them."""

import asyncio
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

import ifaddr

from dashboard.web.serving.doors import Door

if TYPE_CHECKING:
    from dashboard.web.serving.announced import NetworkName


@dataclass(slots=True)
class PagesAnnouncer:
    """Announces one server's pages, if `wanted`. Its methods are called on the server's event loop."""

    table: str
    """The table's name."""
    version: str
    """The version of the program."""
    port: int
    """The pages' port."""
    encrypted: bool
    """Whether the pages are served by HTTPS."""
    wanted: bool
    """Whether pages may be announced."""
    _name: "NetworkName | None" = field(default=None, init=False)
    """The server's announcement; None before the first."""

    @property
    def names(self) -> frozenset[str]:
        """The announced host names that lead to this server; none while nothing is announced."""
        return frozenset() if self._name is None else self._name.names

    async def stay(self, address: str) -> None:
        """Announce the pages at an address of this machine (`0.0.0.0`: at all of them) until cancelled."""
        if not self.wanted:
            return
        try:
            await self._announce(address)
            await asyncio.Event().wait()
        finally:
            await self._withdraw()

    def at_door(self, door: Door, address: str) -> Door:
        """Announce the pages at an open door; return the door, whose shutting ends the announcement."""
        if not self.wanted:
            return door
        announcing = asyncio.create_task(self.stay(address))

        async def shut() -> None:
            announcing.cancel()
            await asyncio.gather(announcing, return_exceptions=True)
            await door.shut()

        return replace(door, shut=shut)

    async def _announce(self, address: str) -> None:
        # The library takes 14 MB. A table for this machine alone doesn't need it.
        from dashboard.web.serving.announced import AnnouncedPages, NetworkName  # noqa: PLC0415

        self._name = self._name or NetworkName()
        addresses = addresses_at(address)
        if addresses:
            await self._name.announce(
                AnnouncedPages(self.table, self.version, self.port, self.encrypted, addresses)
            )

    async def _withdraw(self) -> None:
        if self._name is not None:
            await self._name.withdraw()


def addresses_at(address: str) -> frozenset[IPv4Address | IPv6Address]:
    """Return this machine's addresses that other machines can reach, for pages at an address, or at all."""
    asked = ip_address(address.partition("%")[0])
    if not asked.is_unspecified:
        return frozenset({asked})
    found = [
        ip_address(one.ip) for each in ifaddr.get_adapters() for one in each.ips if isinstance(one.ip, str)
    ]
    return frozenset(one for one in found if not one.is_loopback)
