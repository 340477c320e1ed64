"""A table that a command runs for itself: a private broker, the pages, and one service beside them."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from dashboard.web.seats.links import link_url
from dashboard.web.seats.seating import ARBITER, Seating
from dashboard.web.serving.listening import format_http_address, listening_socket, parse_http_address
from dashboard.web.serving.service import serve
from dashboard.web.telling.feed import WANTED as PAGE_WANTED
from engine.bus.accounts import Accounts
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.sealing import KEY_BYTES


@dataclass(frozen=True, slots=True)
class Ear:
    """A listener on the bus, with its channels."""

    service: Service | None
    """The service that listens; None: no service, only a listener."""
    wanted: tuple[str, ...]
    """The names of the channels that it listens to."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A running table of a command's own."""

    bus: BusClient
    """The service's connection to the bus."""
    own: BusClient
    """The command's connection to the bus."""
    url: str
    """The address of the pages for everybody."""
    link: str
    """The ending that makes a page's address the arbiter's, who may change things there."""
    run_beside: Callable[[Callable[[threading.Event], object], str], None]
    """Runs a service in a thread with this name until the table ends."""


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
    """Run a table of the command's own until the block ends.

    Args:
        http: The address of the pages, `HOST:PORT`.
        table: The table's name on the bus.
        beside: The service that runs beside the pages, and its channels.
        own: The command itself, and its channels.
        stop: Set when the block ends.
        key: The table's key; None: a fresh one.

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
            # Set before the stack unwinds, which waits for the threads.
            stop.set()
