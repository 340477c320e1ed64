"""Where the pages are served: at this machine, and once whoever keeps the table has said so, to the room.

A table that was started for this machine alone opens a second door at the machine's address in its network,
on the same port. Both doors lead to the same pages: a visitor's link says what it may do, the door doesn't.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from dashboard.web.texts import TEXTS
from engine.core.faults import MissingFault

# An address that no network routes (RFC 5737); asking how to reach it sends nothing.
_NOWHERE = ("192.0.2.1", 9)


class PageReach(StrEnum):
    """The reach of the pages: this machine alone; the room, until it's taken back; or always as started."""

    HERE = "here"
    ROOM = "room"
    STARTED = "started"


@dataclass(frozen=True, slots=True)
class Door:
    """An open way into the pages."""

    address: str
    """The URL for browsers that reach this machine."""
    shut: Callable[[], Awaitable[None]]
    """Closes the door."""


class Doors:
    """The doors of one server. Used on its event loop.

    `url`: the address of the pages as started; `only_here`: no other machine reaches that one. `opened(host)`
    opens a door at an address; `in_network()` says this machine's address in its network, None without one.
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
        """The present reach of the pages."""
        if not self._only_here:
            return PageReach.STARTED
        return PageReach.HERE if self._room is None else PageReach.ROOM

    def url(self) -> str:
        """Return the address of the pages for tablets."""
        return self._url() if self._room is None else self._room.address

    async def open_to_room(self) -> None:
        """Let the room's phones and tablets in; a door that is open stays so.

        Raises:
            MissingFault: this machine is in no network, or its address can't be listened at.
        """
        async with self._lock:
            if self.reach is not PageReach.HERE:
                return
            host = self._in_network()
            if host is None:
                raise MissingFault(TEXTS.say("refused.no_network"))
            self._room = await self._opened(host)

    async def shut_to_room(self) -> None:
        """Let no more visitors in from the room, and end the visits of those who are in."""
        async with self._lock:
            room, self._room = self._room, None
            if room is not None:
                await room.shut()


def network_address() -> str | None:
    """Return this machine's address in its network; None where it's in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found
