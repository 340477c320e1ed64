"""The hall as a running service: one socket, an ear on each broker, until it is stopped."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from fastapi import APIRouter

from dashboard.web.audience.delay import LIVE
from dashboard.web.hall.drama import Followed, follow
from dashboard.web.hall.followers import HallFollowers
from dashboard.web.hall.holding_back import HoldingBack
from dashboard.web.hall.pages import make_hall_app
from dashboard.web.hall.tables import WANTED, SeenHall, heard, without_long_gone
from dashboard.web.https.encryption import Encryption, keep_fresh
from dashboard.web.https.trusting import trust_pages
from dashboard.web.serving.limits import USUAL, Limits
from dashboard.web.serving.origin import Proxy, believed_proxies, own_names
from dashboard.web.serving.server import Server
from dashboard.web.serving.service import server_configs
from dashboard.web.telling.listening import arriving
from engine.bus.all_tables import AllTables, TablesEvent
from engine.bus.inbox import Inbox
from engine.core.ids import Seconds

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
    encryption: Encryption | None = None,
    limits: Limits = USUAL,
    further: tuple[APIRouter, ...] = (),
    hears: Callable[[SeenHall], None] = lambda _: None,
    link_changed: Callable[[], bool] = lambda: False,
    goes_round: Callable[[], None] = lambda: None,
) -> None:
    """Serve the hall of some brokers until `stop` is set. Takes the socket over.

    `delay`: how late every table's play is shown at least; `hosts`, `proxies` and `encryption` as a table has
    them;
    `further`: the routes of what the hall has beside its tables; `hears` gets the hall whenever it differs.
    `link_changed`: tells whether what the arbiter's link gives has changed since it was last asked.
    `goes_round` is called each time that the loop goes round while pages are served, four times a second.

    Raises:
        InputFault: a broker's URL is unusable.
    """
    inbox: Inbox[TablesEvent] = Inbox()
    ears = [AllTables(url, WANTED, inbox) for url in brokers]
    followers = HallFollowers()
    names = own_names(served_as, hosts)
    app = make_hall_app(
        followers,
        names=names,
        listed=frozenset(name.lower() for name in hosts),
        limits=limits,
        further=(*further, trust_pages(encryption)),
    )
    believed = believed_proxies(proxies, hosts)
    server = Server(*server_configs(app, limits, believed, encryption=encryption, names=names))
    for ear in ears:
        ear.start()
    telling = _Telling(
        followers,
        HoldingBack(delay),
        hears,
        link_changed,
        lambda: goes_round() if server.started else None,
    )
    carrying = asyncio.create_task(telling.run(inbox.get))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    fresh = None if encryption is None else asyncio.create_task(keep_fresh(encryption))
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
        for task in (carrying, *((fresh,) if fresh is not None else ())):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for ear in ears:
            ear.stop()
        await stopping
        listener.close()


class _Telling:
    """The hall as its followers know it by now."""

    def __init__(
        self,
        followers: HallFollowers,
        back: HoldingBack,
        hears: Callable[[SeenHall], None],
        link_changed: Callable[[], bool],
        goes_round: Callable[[], None],
    ) -> None:
        self._followers, self._back, self._hears = followers, back, hears
        self._link_changed, self._goes_round = link_changed, goes_round
        self._hall = self._known = SeenHall()
        self._swept_at = time.monotonic()
        self._followed: Followed | None = None

    async def run(self, receive: Receive) -> None:
        """Take what the brokers send, without end."""
        async for event in arriving(receive, thread="brokers"):
            if event is None:
                self._goes_round()
                self._tell()
            elif not self._back.holds(event, self._hall, now=_now()):
                self._hall = heard(self._hall, event, now=_wall())

    def _tell(self) -> None:
        """Take whatever has waited for long enough; tell the followers of all that has come."""
        now = _now()
        for event in self._back.due(now=now):
            self._hall = heard(self._hall, event, now=_wall())
        if now - self._swept_at > _SWEEP_S:
            self._swept_at = now
            self._hall = without_long_gone(self._hall, now=_wall())
        if self._hall is not self._known:
            self._known = self._hall
            self._followers.become(self._hall)
            self._hears(self._hall)
        if self._link_changed():
            self._followers.look_again()
        self._followed = follow(self._followed, self._hall, now=_wall())
        self._followers.follow(self._followed)


def _now() -> Seconds:
    return Seconds(time.monotonic())


def _wall() -> Seconds:
    return Seconds(time.time())
