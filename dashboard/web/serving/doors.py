"""The addresses of the pages: this machine's own, and one in its network when the arbiter allows it.

A table that was started for this machine alone can open a second door: the machine's address in its network,
with the same port. Both doors have the same pages. A visitor's rights come from its link, not from its door.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from dashboard.web.texts import TEXTS
from engine.core.faults import MissingFault


class PageReach(StrEnum):
    """The devices that can reach the pages."""

    HERE = "here"
    """Only this machine."""
    ROOM = "room"
    """The room's devices too, until the arbiter shuts the door."""
    STARTED = "started"
    """Other devices too, as the table was started."""


@dataclass(frozen=True, slots=True)
class Door:
    """An open address of the pages."""

    address: str
    """The pages' URL there."""
    shut: Callable[[], Awaitable[None]]
    """Closes the door."""


class Doors:
    """The doors of one server. Its methods are called on the server's event loop.

    `url`: returns the pages' address as the table was started; `only_here`: whether no other machine reaches
    it. `opened`: opens a door at a host's address. `in_network`: returns this machine's address in its
    network, None without one.
    """

    def __init__(
        self,
        *,
        url: Callable[[], str],
        only_here: bool,
        opened: Callable[[str], Awaitable[Door]],
        in_network: Callable[[], str | None],
    ) -> None:
        self._url, self._only_here = url, only_here
        self._opened, self._in_network = opened, in_network
        self._room: Door | None = None
        self._lock = asyncio.Lock()

    @property
    def reach(self) -> PageReach:
        """The devices that can reach the pages now."""
        if not self._only_here:
            return PageReach.STARTED
        return PageReach.HERE if self._room is None else PageReach.ROOM

    def url(self) -> str:
        """Return the pages' URL for tablets."""
        return self._url() if self._room is None else self._room.address

    async def open_to_room(self) -> None:
        """Open the door for the room's phones and tablets, unless it is open.

        Raises:
            MissingFault: this machine is in no network, or the address can't be opened.
        """
        async with self._lock:
            if self.reach is not PageReach.HERE:
                return
            host = self._in_network()
            if host is None:
                raise MissingFault(TEXTS.say("refused.no_network"))
            self._room = await self._opened(host)

    async def shut_to_room(self) -> None:
        """Shut the door to the room, and disconnect the devices that came through it."""
        async with self._lock:
            room, self._room = self._room, None
            if room is not None:
                await room.shut()
