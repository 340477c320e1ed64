"""Which of our services have said on the bus that they are there."""

from collections.abc import Mapping

from engine.bus.channels import Service
from engine.bus.client import BusClient, Disconnected, Received
from engine.bus.messages.services import Availability


class OnlineWatch:
    """Listens to the availability of one table's services."""

    def __init__(self, *, url: str, table: str) -> None:
        self._client = BusClient(url=url, table=table, service=None, wanted=("availability",))
        self._said: dict[str, Availability] = {}

    def start(self) -> None:
        """Begin to listen."""
        self._client.start()

    def online(self, pids: Mapping[str, int]) -> frozenset[Service]:
        """Return the services that are online as the processes given, by service name.

        What an earlier process said, or a service of that name on another machine, doesn't count.
        """
        while (event := self._client.receive(0)) is not None:
            match event:
                case Received(name=name, message=Availability() as said):
                    self._said[name] = said
                case Disconnected():
                    self._said.clear()
                case _:
                    pass
        return frozenset(
            service
            for service in Service
            if (latest := self._said.get(service)) is not None
            and latest.online
            and latest.pid == pids.get(service)
        )

    def stop(self) -> None:
        """Stop listening."""
        self._client.stop()
