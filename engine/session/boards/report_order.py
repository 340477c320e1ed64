"""How far devices have reported all that they noticed, and their reports of one moment. Pure.

A line can stall, a processor be held up: then a board's silence says nothing. It stamps all changes of one
scan of its switches alike, for it can't know their order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.core.device_events import CellChange
from engine.core.ids import Seconds

_ONE_MOMENT_S = 1.5e-3
"""Boards stamp by the millisecond; a scan takes several."""


@dataclass(frozen=True, slots=True)
class SwitchMoment:
    """The reports of one device's switches about one moment."""

    device: str
    """The device's name."""
    taken_at: Seconds
    """The moment, in seconds by the wall clock."""
    changes: tuple[CellChange, ...]
    """The reports. Nobody knows their order."""


class Untold:
    """The reports of devices, and those that wait for more of the same moment.

    A device that never says how far it has reported is taken to report at once.
    """

    def __init__(self) -> None:
        self._until: dict[str, Seconds] = {}
        self._waiting: dict[str, SwitchMoment] = {}

    def until(self, devices: Iterable[str], now: Seconds) -> Seconds:
        """Return the time until which all of these devices have reported all that they noticed."""
        return min((now, *(self._until[device] for device in devices if device in self._until)))

    def told(self, device: str, change: CellChange, taken_at: Seconds) -> Iterator[SwitchMoment]:
        """Take in a device's report; yield each moment that it has reported in full."""
        if device not in self._until:
            yield SwitchMoment(device, taken_at, (change,))
            return
        waiting = self._waiting.pop(device, None)
        if waiting is not None and abs(taken_at - waiting.taken_at) > _ONE_MOMENT_S:
            yield waiting
            waiting = None
        if waiting is None:
            waiting = SwitchMoment(device, taken_at, ())
        self._waiting[device] = replace(waiting, changes=(*waiting.changes, change))

    def all_told(self, devices: Iterable[str], until: Seconds) -> Iterator[SwitchMoment]:
        """Take in that these devices have reported all until then; yield each moment before it."""
        for device in devices:
            self._until[device] = until
            waiting = self._waiting.get(device)
            if waiting is not None and waiting.taken_at < until - _ONE_MOMENT_S:
                yield self._waiting.pop(device)

    def gone(self, device: str) -> None:
        """Take in that a device has gone: it reports no more of its last moment."""
        self._until.pop(device, None)
        self._waiting.pop(device, None)
