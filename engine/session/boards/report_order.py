"""Until when devices have told all that they noticed, and what they noticed at one moment. Pure.

A line can stall, a processor be held up: then a board's silence says nothing. What it notices in one scan of
its switches it stamps alike, for it can't know in which order that happened.
"""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seconds
from engine.core.observations import DeviceEvent

_ONE_MOMENT_S = 1.5e-3
"""Boards stamp by the millisecond; a scan takes several."""

Moment = tuple[DeviceEvent, ...]
"""What one device noticed at one moment, in no order."""


class Untold:
    """What devices have told, and what of it waits for more of the same moment.

    Who never says until when all has been told is taken to tell at once.
    """

    def __init__(self) -> None:
        self._until: dict[str, Seconds] = {}
        self._waiting: dict[str, Moment] = {}

    def until(self, devices: Iterable[str], now: Seconds) -> Seconds:
        """Return until when all of these devices have told all that they noticed."""
        return min((now, *(self._until[device] for device in devices if device in self._until)))

    def told(self, event: DeviceEvent) -> Iterator[Moment]:
        """Take in what a device noticed; yield each moment of which it has told all."""
        device = event.device
        if device not in self._until:
            yield (event,)
            return
        waiting = self._waiting.pop(device, ())
        if waiting and abs(event.taken_at - waiting[0].taken_at) > _ONE_MOMENT_S:
            yield waiting
            waiting = ()
        self._waiting[device] = (*waiting, event)

    def all_told(self, devices: Iterable[str], until: Seconds) -> Iterator[Moment]:
        """Take in that these devices have told all until then; yield each moment before it."""
        for device in devices:
            self._until[device] = until
            waiting = self._waiting.get(device, ())
            if waiting and waiting[0].taken_at < until - _ONE_MOMENT_S:
                yield self._waiting.pop(device)

    def gone(self, device: str) -> None:
        """Take in that a device has gone: what it would have told of a moment it tells no more."""
        self._until.pop(device, None)
        self._waiting.pop(device, None)
