"""A hall that runs for a test, and tables on its broker as far as the bus knows of them."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from dashboard.web.audience.delay import LIVE
from dashboard.web.hall.service import serve_hall
from dashboard.web.serving.service import listening_socket
from engine.bus.broker import free_port
from engine.bus.channels import Service
from engine.bus.claiming import NameClaim
from engine.bus.client import BusClient
from engine.bus.messages.services import TableClaim
from engine.core.ids import Seconds
from tests.patience import PATIENCE_S


@dataclass
class RunningHall:
    """The real service on a real port."""

    brokers: tuple[str, ...]
    delay: Seconds = LIVE
    further: dict[str, Any] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._stop = threading.Event()
        running = serve_hall(
            listener=listening_socket("127.0.0.1", self.port),
            brokers=self.brokers,
            stop=self._stop,
            served_as="127.0.0.1",
            delay=self.delay,
            **self.further,
        )
        self._thread = threading.Thread(target=asyncio.run, args=(running,))
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=PATIENCE_S)
            assert not self._thread.is_alive(), "the hall didn't stop"
            self._thread = None


@contextmanager
def running_hall(*brokers: str, delay: Seconds = LIVE, **further: Any) -> Iterator[RunningHall]:
    """Run a hall of these brokers."""
    hall = RunningHall(brokers, delay, further)
    hall.start()
    try:
        yield hall
    finally:
        hall.stop()


class BusTable:
    """A table on a broker: its claim, its engine, its pages' service."""

    def __init__(
        self,
        url: str,
        name: str,
        *,
        pages: str = "http://127.0.0.1:1/",
        delay_s: float = 0.0,
        claim: TableClaim | None = None,
    ) -> None:
        claim = claim or TableClaim(f"id of {name}", "oak", 5.0, pages, delay_s)
        self._claim = NameClaim(url, name, claim)
        self._claim.start()
        assert self._claim.settled(PATIENCE_S)
        self._buses = {
            service: BusClient(url=url, table=name, service=service, wanted=())
            for service in (Service.ENGINE, Service.DASHBOARD)
        }
        for bus in self._buses.values():
            bus.start()
            assert bus.wait_connected(PATIENCE_S)

    def tell(self, channel: str, message: object) -> None:
        """Say something as its engine."""
        self._buses[Service.ENGINE].publish(channel, message)

    def stop(self) -> None:
        """Leave the broker as a table does that is stopped."""
        for bus in self._buses.values():
            bus.stop()
        self._claim.release()
