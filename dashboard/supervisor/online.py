"""Which of our services have said on the bus that they are there."""

from collections.abc import Mapping

from engine.bus.channels import Service
from engine.bus.client import BusClient, Connected, Disconnected, Received
from engine.bus.messages.services import Availability


class OnlineWatch:
    """Listens to the availability of one table's services."""

    def __init__(self, *, url: str, table: str) -> None:
        self._client = BusClient(url=url, table=table, service=None, wanted=("availability",))
        self._said: dict[str, Availability] = {}
        self._is_connected = False

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
                case Connected():
                    self._is_connected = True
                case Disconnected():
                    self._is_connected = False
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

    @property
    def is_connected(self) -> bool:
        """Whether the bus itself was there when last listened to."""
        return self._is_connected

    def stop(self) -> None:
        """Stop listening."""
        self._client.stop()
