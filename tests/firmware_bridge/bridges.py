"""A bridge that runs in this process, and what the rest of the table sees of it."""

import threading
from dataclasses import dataclass, field
from typing import Any, Self

import pytest

from engine.bus.broker import Broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, Connected, ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.services import Availability
from engine.core.device_events import ButtonPress, ContentWords, DeviceEvent, format_content
from firmware_bridge.service import WANTED, Bridge
from tests.patience import PATIENCE_S


@dataclass
class Watcher:
    """The bridge as the rest of the table sees it."""

    bus: BusClient
    events: list[DeviceEvent] = field(default_factory=list)
    states: dict[str, DeviceState] = field(default_factory=dict)
    online: bool = False
    back: bool = False

    def look(self) -> None:
        """Take in one message from the bus."""
        match self.bus.receive(PATIENCE_S):
            case ReceivedMessage("device_event", _, DeviceEvent() as event):
                self.events.append(event)
            case ReceivedMessage("device", device, DeviceState() as state):
                self.states[device] = state
            case ReceivedMessage("availability", Service.BRIDGE, Availability(online=online)):
                self.online = online
            case Connected():
                self.back = True
            case None:
                pytest.fail(f"nothing more came; events {self.events}, states {self.states}")
            case _:
                pass

    def words(self) -> list[ContentWords]:
        """The words of the events that came so far."""
        return [format_content(one.content) for one in self.events]

    def until_event(self, event: str, name: str) -> DeviceEvent:
        while (event, name) not in [(one.event, one.name) for one in self.words()]:
            self.look()
        at = [(one.event, one.name) for one in self.words()].index((event, name))
        return self.events[at]

    def until_value(self, event: str, name: str) -> str:
        return format_content(self.until_event(event, name).content).value

    def until_presses(self, count: int) -> None:
        """Wait until this many different presses were reported."""
        while len({event.mark for event in self.events if isinstance(event.content, ButtonPress)}) < count:
            self.look()

    def until_connected(self, device: str, *, connected: bool) -> DeviceState:
        while device not in self.states or self.states[device].connected is not connected:
            self.look()
        return self.states[device]

    def until_problem(self, device: str, text: str) -> None:
        while text not in self.states[device].problem:
            self.look()


class Running:
    """A bridge in a thread of this process."""

    def __init__(self, broker: Broker, table: str, **settings: Any) -> None:
        self._bus = BusClient(url=broker.url, table=table, service=Service.BRIDGE, wanted=WANTED)
        asked: dict[str, Any] = {"serial": "none", "footage": None, "footage_start": 0.0, **settings}
        bridge = Bridge(self._bus, **asked)
        self._stop = threading.Event()
        self._bus.start()
        self._thread = threading.Thread(target=bridge.run, args=(self._stop,))
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._stop.set()
        self._thread.join()
        self._bus.stop()


def watched(broker: Broker, table: str, service: Service = Service.ENGINE) -> BusClient:
    """Return a bus where a service hears the bridge."""
    bus = BusClient(
        url=broker.url, table=table, service=service, wanted=("device_event", "device", "availability")
    )
    bus.start()
    assert bus.wait_connected(PATIENCE_S), bus.problem
    return bus
