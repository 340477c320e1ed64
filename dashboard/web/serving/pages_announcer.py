"""When a table's pages are announced in the network: while other machines reach them."""

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
    """Announces one server's pages, or not. Used on its event loop."""

    table: str
    """The table's name."""
    version: str
    """The version of the program."""
    port: int
    """The port of its pages."""
    encrypted: bool
    """Whether they are served by HTTPS."""
    wanted: bool
    """Whether anything may be announced."""
    _name: "NetworkName | None" = field(default=None, init=False)
    """The name that they are announced by now; None: they aren't."""

    @property
    def names(self) -> frozenset[str]:
        """The host names that browsers may reach us by; none while nothing is announced."""
        return frozenset() if self._name is None else self._name.names

    async def stay(self, address: str) -> None:
        """Announce pages at an address of this machine, or at all of them, until cancelled."""
        if not self.wanted:
            return
        try:
            await self._announce(address)
            await asyncio.Event().wait()
        finally:
            await self._withdraw()

    def at_door(self, door: Door, address: str) -> Door:
        """Announce pages behind a door that was opened, and end that when it is shut."""
        if not self.wanted:
            return door
        announcing = asyncio.create_task(self.stay(address))

        async def shut() -> None:
            announcing.cancel()
            await asyncio.gather(announcing, return_exceptions=True)
            await door.shut()

        return replace(door, shut=shut)

    async def _announce(self, address: str) -> None:
        # Its library takes 14 MB, which a table for this machine alone never needs.
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
    """Return the addresses that others reach pages at, which are served at one address or at every."""
    asked = ip_address(address.partition("%")[0])
    if not asked.is_unspecified:
        return frozenset({asked})
    found = [
        ip_address(one.ip) for each in ifaddr.get_adapters() for one in each.ips if isinstance(one.ip, str)
    ]
    return frozenset(one for one in found if not one.is_loopback)
