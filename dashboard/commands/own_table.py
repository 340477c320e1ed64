"""A table of a command's own, for as long as it runs: a private broker, a page, one service beside them."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from dashboard.web.seats.links import link_url
from dashboard.web.seats.seating import ARBITER, Seating
from dashboard.web.serving.service import format_http_address, listening_socket, parse_http_address, serve
from dashboard.web.telling.feed import WANTED as PAGE_WANTED
from engine.bus.accounts import Accounts
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.sealing import KEY_BYTES


@dataclass(frozen=True, slots=True)
class Ear:
    """A listener on the bus and its channels."""

    service: Service | None
    """The service that listens; None: nobody who is named."""
    wanted: tuple[str, ...]
    """The channels' names."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The running table."""

    bus: BusClient
    """The service's line to the bus."""
    own: BusClient
    """The command's own line to the bus."""
    url: str
    """The address of the pages for everybody."""
    link: str
    """The arbiter's link: what an address of a page ends with, so that it may set things up."""
    run_beside: Callable[[Callable[[threading.Event], object], str], None]
    """Runs a service under a name in a thread of its own until the table ends."""


@contextmanager
def own_table(  # each is a part of the table
    http: str,
    *,
    table: str,
    beside: Ear,
    own: Ear,
    stop: threading.Event,
    key: bytes | None = None,
) -> Iterator[OwnTable]:
    """Run such a table; `stop` is set when it ends. `key`: the table's, None for one that nobody else needs.

    Its pages are set up by whoever opens them with the link.

    Raises:
        InputFault: `http` isn't an address.
        MissingFault: the page's port is taken, or no broker can be started.
    """
    host, port = parse_http_address(http)
    key = key or secrets.token_bytes(KEY_BYTES)
    with ExitStack() as undo:
        listener = listening_socket(host, port)
        undo.callback(listener.close)
        broker = open_broker("embedded", accounts=Accounts.fresh())
        broker.start()
        undo.callback(broker.stop)
        buses = [
            BusClient(url=broker.url, table=table, service=ear.service, wanted=ear.wanted)
            for ear in (beside, Ear(Service.DASHBOARD, PAGE_WANTED), own)
        ]
        for bus in buses:
            bus.start()
            undo.callback(bus.stop)

        def start(target: Callable[[], object], name: str) -> None:
            thread = threading.Thread(target=target, name=name)
            thread.start()
            undo.callback(thread.join)

        paging = serve(listener=listener, bus=buses[1], table=table, served_as=host, stop=stop, key=key)
        start(lambda: asyncio.run(paging), "page")
        url = f"http://{format_http_address(host, listener.getsockname()[1])}"
        try:
            yield OwnTable(
                buses[0],
                buses[2],
                url,
                link_url("", Seating(key, table=table).link(ARBITER)),
                lambda target, name: start(lambda: target(stop), name),
            )
        finally:
            # Before things unwind: the threads wait for it.
            stop.set()
