"""The hall as a running service: one socket, an ear on each broker, until it is stopped."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from fastapi import APIRouter

from dashboard.web.audience.delay import LIVE
from dashboard.web.hall.followers import HallFollowers
from dashboard.web.hall.holding_back import HoldingBack
from dashboard.web.hall.pages import make_hall_app
from dashboard.web.hall.tables import WANTED, SeenHall, heard, without_long_gone
from dashboard.web.serving.limits import USUAL, Limits
from dashboard.web.serving.origin import HERE, Proxy, is_among, own_names
from dashboard.web.serving.patient import patient_protocol, raise_file_limit
from dashboard.web.serving.server import Server
from dashboard.web.serving.service import pages_config
from engine.bus.all_tables import AllTables, TablesEvent
from engine.bus.inbox import Inbox
from engine.core.ids import Seconds

_WAIT_S = 0.25
_SWEEP_S = 60.0

Receive = Callable[[float | None], TablesEvent | None]
"""Returns the next event of the brokers, waiting for it up to some seconds; None when none came."""


async def serve_hall(  # noqa: PLR0913  # the service's parts, put together once
    *,
    listener: socket.socket,
    brokers: Sequence[str],
    stop: threading.Event,
    served_as: str,
    delay: Seconds = LIVE,
    hosts: tuple[str, ...] = (),
    proxies: tuple[Proxy, ...] = (),
    limits: Limits = USUAL,
    further: tuple[APIRouter, ...] = (),
    hears: Callable[[SeenHall], None] = lambda _: None,
) -> None:
    """Serve the hall of some brokers until `stop` is set. Takes the socket over.

    `delay`: how late every table's play is shown at least; `hosts` and `proxies` as a table has them;
    `further`: the routes of what the hall has beside its tables; `hears` gets the hall whenever it differs.

    Raises:
        InputFault: a broker's URL is unusable.
    """
    inbox: Inbox[TablesEvent] = Inbox()
    ears = [AllTables(url, WANTED, inbox) for url in brokers]
    followers = HallFollowers()
    app = make_hall_app(
        followers,
        names=own_names(served_as, hosts),
        listed=frozenset(name.lower() for name in hosts),
        limits=limits,
        further=further,
    )
    believed = proxies or (HERE if hosts else ())
    protocol = patient_protocol(
        limits, files=raise_file_limit(), passes_on=lambda address: is_among(address, believed)
    )
    server = Server(pages_config(app, protocol, believed))
    for ear in ears:
        ear.start()
    telling = _Telling(followers, HoldingBack(delay), hears)
    carrying = asyncio.create_task(_carry(inbox.get, telling))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    stopping = asyncio.create_task(asyncio.to_thread(stop.wait))
    try:
        await asyncio.wait((carrying, serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        # Streams have no end of their own, and would hold up the server's.
        followers.ended.set()
        await serving
        if carrying.done():
            carrying.result()
    finally:
        # Frees the thread that waits for the event, whatever ended the service.
        stop.set()
        inbox.close()
        carrying.cancel()
        with suppress(asyncio.CancelledError):
            await carrying
        for ear in ears:
            ear.stop()
        await stopping
        listener.close()


class _Telling:
    """The hall as its followers know it by now."""

    def __init__(
        self, followers: HallFollowers, back: HoldingBack, hears: Callable[[SeenHall], None]
    ) -> None:
        self._followers, self._back, self._hears = followers, back, hears
        self._hall = SeenHall()
        self._swept_at = time.monotonic()

    def take(self, events: Sequence[TablesEvent]) -> None:
        """Take some events of the brokers, and whatever has waited for long enough."""
        before, now = self._hall, Seconds(time.monotonic())
        for event in events:
            if not self._back.holds(event, self._hall, now=now):
                self._hall = heard(self._hall, event, now=_wall())
        for event in self._back.due(now=now):
            self._hall = heard(self._hall, event, now=_wall())
        if now - self._swept_at > _SWEEP_S:
            self._swept_at = now
            self._hall = without_long_gone(self._hall, now=_wall())
        if self._hall is not before:
            self._followers.become(self._hall)
            self._hears(self._hall)


async def _carry(receive: Receive, telling: _Telling) -> None:
    """Carry for ever. The brokers are waited for on a thread of its own: pages may take all the others."""
    loop = asyncio.get_running_loop()
    listening = ThreadPoolExecutor(max_workers=1, thread_name_prefix="brokers")
    try:
        while True:
            events = [await loop.run_in_executor(listening, receive, _WAIT_S)]
            while events[-1] is not None:
                events.append(receive(0))
            telling.take([event for event in events if event is not None])
            await asyncio.sleep(0)
    finally:
        await asyncio.to_thread(listening.shutdown)


def _wall() -> Seconds:
    return Seconds(time.time())
