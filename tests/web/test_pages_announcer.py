"""Promises of being found: pages are announced in the network while other machines reach them."""

import asyncio
from ipaddress import ip_address
from typing import Any

from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from dashboard.web.serving.announced import SERVICE
from dashboard.web.serving.doors import Door
from dashboard.web.serving.pages_announcer import PagesAnnouncer, addresses_at
from tests import asking
from tests.patience import PATIENCE_S
from tests.web.shown_table import FakeBus, RunningServer

HERE = "127.0.0.1"


def finding(*, wanted: bool = True) -> PagesAnnouncer:
    return PagesAnnouncer("a table", "1.0", 8321, encrypted=False, wanted=wanted)


class Visitor:
    """Another program that looks for tables in the network."""

    def __init__(self) -> None:
        self._zeroconf = AsyncZeroconf(interfaces=[HERE])
        self._changes: asyncio.Queue[tuple[str, ServiceStateChange]] = asyncio.Queue()
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._changed])

    def _changed(self, *, name: str, state_change: ServiceStateChange, **_: Any) -> None:
        self._changes.put_nowait((name, state_change))

    async def until(self, wanted: ServiceStateChange) -> str:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                name, change = await self._changes.get()
                if change is wanted and "a table" in name:
                    return name

    async def about(self, name: str) -> AsyncServiceInfo:
        found = AsyncServiceInfo(SERVICE, name)
        assert await found.async_request(self._zeroconf.zeroconf, int(PATIENCE_S * 1000))
        return found

    async def close(self) -> None:
        await self._browser.async_cancel()
        await self._zeroconf.async_close()


def test_a_table_is_found_while_its_door_is_open_and_not_after() -> None:
    async def meet() -> None:
        shut: list[bool] = []

        async def shut_door() -> None:
            shut.append(True)

        found, visitor = finding(), Visitor()
        door = found.at_door(Door("http://127.0.0.1:8321/", shut_door), HERE)
        about = await visitor.about(await visitor.until(ServiceStateChange.Added))
        assert about.port == 8321
        assert about.parsed_addresses() == [HERE]
        assert (about.properties[b"table"], about.properties[b"scheme"]) == (b"a table", b"http")
        assert about.server is not None
        assert about.server.startswith("boardwarden")
        await door.shut()
        assert (shut, found.names) == ([True], frozenset())
        await visitor.until(ServiceStateChange.Removed)
        await visitor.close()

    asyncio.run(meet())


def test_a_table_that_wants_no_announcement_makes_none() -> None:
    async def meet() -> None:
        async def shut() -> None:
            pass

        found = finding(wanted=False)
        door = Door("http://127.0.0.1:8321/", shut)
        assert found.at_door(door, HERE) is door
        await found.stay(HERE)
        assert found.names == frozenset()

    asyncio.run(meet())


def test_pages_at_every_address_are_announced_at_those_that_others_reach() -> None:
    assert addresses_at("10.0.0.7") == {ip_address("10.0.0.7")}
    assert not any(one.is_loopback for one in addresses_at("0.0.0.0"))  # noqa: S104


def test_a_name_that_isnt_announced_is_no_name_of_the_table() -> None:
    served = RunningServer(FakeBus())
    served.start()
    try:
        refused = asking.get(f"{served.url}/health", headers={"host": "boardwarden.local"})
        assert refused.status_code == 421
    finally:
        served.stop()
