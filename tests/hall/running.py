"""A hall that runs for a test, and tables on its broker as far as the bus knows of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from dashboard.web.audience.delay import LIVE
from dashboard.web.hall.service import serve_hall
from dashboard.web.serving.listening import listening_socket
from engine.bus.broker import free_port
from engine.bus.channels import Service
from engine.bus.claiming import NameClaim
from engine.bus.client import BusClient
from engine.bus.messages.services import TableClaim
from engine.core.ids import Seconds
from tests.patience import PATIENCE_S
from tests.service_thread import ServiceThread


@dataclass
class RunningHall:
    """The real service on a real port."""

    brokers: tuple[str, ...]
    delay: Seconds = LIVE
    further: dict[str, Any] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    _service: ServiceThread = field(default_factory=lambda: ServiceThread("the hall"))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._service.start(
            lambda stop: serve_hall(
                listener=listening_socket("127.0.0.1", self.port),
                brokers=self.brokers,
                stop=stop,
                served_as="127.0.0.1",
                delay=self.delay,
                **self.further,
            )
        )

    def stop(self) -> None:
        self._service.stop()


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
