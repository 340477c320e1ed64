"""How bright the lights are: the table's own brightness, and the wish of somebody at home for it."""

from collections.abc import Iterable
from typing import Protocol

from engine.bus.client import Bus
from engine.bus.messages.boards import BrightnessOrder, DeviceOrder
from engine.bus.messages.lights import LightsShown, LightsWish
from firmware_bridge.board_reports import BOARD

_FULL = 100


class LampDevices(Protocol):
    """Devices that may have lights."""

    @property
    def has_lights(self) -> bool:
        """Whether they have any."""


class Dimming:
    """The brightness of a table's lights. `lamps`: the devices that may have lights."""

    def __init__(self, bus: Bus, lamps: Iterable[LampDevices | None]) -> None:
        self._bus = bus
        self._lamps = [one for one in lamps if one is not None]
        self._ordered = _FULL
        self._wish = LightsShown(on=True, percent=_FULL)
        self._sent: LightsShown | None = None

    @property
    def has_lights(self) -> bool:
        """Whether the table has lights at all."""
        return any(one.has_lights for one in self._lamps)

    def passed(self, device: str, order: DeviceOrder) -> DeviceOrder:
        """Return an order of the engine as the devices get it; only brightness is changed."""
        match order.content:
            case BrightnessOrder(percent) if device == BOARD:
                self._ordered = percent
                return self._order()
            case _:
                return order

    def wished(self, wish: LightsWish) -> DeviceOrder:
        """Take in a wish and return the order that fulfils it; one beyond the bounds counts as the bound."""
        percent = self._wish.percent if wish.percent is None else min(max(wish.percent, 1), _FULL)
        self._wish = LightsShown(wish.on, percent)
        self.tell()
        return self._order()

    def tell(self, *, again: bool = False) -> None:
        """Publish the brightness if it is news, or `again` to a bus that may have forgotten it."""
        if again:
            self._sent = None
        if self.has_lights and self._sent != self._wish:
            self._sent = self._wish
            self._bus.publish("lights", self._wish)

    def _order(self) -> DeviceOrder:
        # A light that is on isn't dark, however dim it is.
        percent = max(self._ordered * self._wish.percent // _FULL, min(self._ordered, 1))
        return DeviceOrder(BrightnessOrder(percent if self._wish.on else 0))
