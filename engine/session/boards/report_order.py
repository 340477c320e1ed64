"""The time until which devices have reported everything, and their reports of one moment. Pure.

A line can stall and a processor can be held up, so a board's silence proves nothing. A board gives all
changes of one scan of its switches the same time, because it can't know their order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.core.device_events import CellChange
from engine.core.ids import Seconds

_ONE_MOMENT_S = 1.5e-3
"""Boards' times are in milliseconds; one scan takes several."""


@dataclass(frozen=True, slots=True)
class SwitchMoment:
    """The reports of one device's switches about one moment."""

    device: str
    """The device's name."""
    taken_at: Seconds
    """The moment, in seconds by the wall clock."""
    changes: tuple[CellChange, ...]
    """The reports. Nobody knows their order."""


class ReportOrder:
    """The reports that wait for more of the same moment, and how far each device has reported.

    A device that never says how far it has reported counts as reporting at once.
    """

    def __init__(self) -> None:
        self._until: dict[str, Seconds] = {}
        self._waiting: dict[str, SwitchMoment] = {}

    def until(self, devices: Iterable[str], now: Seconds) -> Seconds:
        """Return the time until which all of these devices have reported all that they noticed."""
        return min((now, *(self._until[device] for device in devices if device in self._until)))

    def reported(self, device: str, change: CellChange, taken_at: Seconds) -> Iterator[SwitchMoment]:
        """Take in a device's report; yield each moment that is complete by now."""
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

    def all_reported(self, devices: Iterable[str], until: Seconds) -> Iterator[SwitchMoment]:
        """Take in that these devices have reported everything until then; yield each moment before it."""
        for device in devices:
            self._until[device] = until
            waiting = self._waiting.get(device)
            if waiting is not None and waiting.taken_at < until - _ONE_MOMENT_S:
                yield self._waiting.pop(device)

    def gone(self, device: str) -> None:
        """Take in that a device has gone: its last moment is complete."""
        self._until.pop(device, None)
        self._waiting.pop(device, None)
