"""A vision service that is started again knows how far its footage was, however late the bus brings that."""

import threading
from typing import Any

from engine.bus.client import Connected, KeptCame, ReceivedMessage
from engine.bus.messages.cameras import CameraState
from engine.core.ids import Seconds
from vision.camera.service import VisionService


class Film:
    """A camera that plays a film; it notes the commands it gets, and its thread ends the service."""

    name, source_name, live = "cam", "a film", False

    def __init__(self) -> None:
        self.orders: list[object] = []

    def resume(self, at: Seconds) -> None:
        self.orders.append(at)

    def run(self, over: threading.Event) -> None:
        self.orders.append("runs")
        over.set()

    def bus_came(self) -> None:
        self.orders.append("the bus is there")


class LateBus:
    """A bus that brings what it keeps when it is asked, and no sooner."""

    def __init__(self, *kept: object) -> None:
        self._said: list[object] = [Connected()]
        self._kept = kept

    def receive(self, timeout: float | None) -> object:
        del timeout
        return self._said.pop(0) if self._said else None

    def ask_what_is_kept(self) -> None:
        self._said += [None, *self._kept, KeptCame()]


def served(*kept: object) -> list[object]:
    bus: Any = LateBus(*kept)
    film: Any = Film()
    VisionService(bus, [film]).run(threading.Event())
    orders: list[object] = film.orders
    return orders


def test_footage_goes_on_where_it_was_however_late_the_bus_says_where() -> None:
    last = CameraState("cam", "a film", last_taken_at=Seconds(1001.0))
    assert served(ReceivedMessage("camera", "cam", last)) == ["the bus is there", 1001.0, "runs"]


def test_footage_that_nobody_has_read_begins_once_the_bus_has_said_so() -> None:
    assert served() == ["the bus is there", "runs"]
