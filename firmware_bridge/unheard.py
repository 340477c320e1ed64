"""Remembers the device events that the engine may have missed, so that they can be sent again.

An event that is sent while no engine is known to be there is unheard. An event that is sent to an engine that
goes a moment later is doubtful, because it may have been lost on the way. It is sent again too, with the same
mark, which the engine takes only once.
"""

from dataclasses import dataclass

from engine.core.device_events import DeviceEvent
from engine.core.ids import Seconds

MOST_KEPT = 64
DOUBTFUL_SECONDS = 3.0
"""How long before the end of an engine or the bus a sent event may still have been lost.

It must be short: a restarted engine takes a press again that the engine before had refused.
"""
WORTH_SECONDS = 60.0
"""How long after it happened an event is still worth sending: later, the table looks different."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """An event that may not have reached every reader yet."""

    event: DeviceEvent
    """The event."""
    at: float
    """When it was sent, monotonic s."""
    on_the_bus: bool = False
    """Whether the broker has it."""


class Unheard:
    """The events that an engine may have missed. `now` is monotonic, seconds."""

    def __init__(self) -> None:
        self._unheard: list[DeviceEvent] = []
        self._sent: list[_Sent] = []

    def sent(self, event: DeviceEvent, *, engine_there: bool, now: float) -> None:
        """Note that an event is being published."""
        if not engine_there:
            self._unheard = [*self._unheard, event][-MOST_KEPT:]
        elif event.mark:
            recent = [one for one in self._sent if not one.on_the_bus or now - one.at <= DOUBTFUL_SECONDS]
            self._sent = [*recent, _Sent(event, now)][-MOST_KEPT:]

    def on_the_bus(self, event: DeviceEvent) -> None:
        """Note that the broker sent one of our events back to us: it has arrived there."""
        self._sent = [
            _Sent(one.event, one.at, on_the_bus=True)
            if (one.event.device, one.event.mark) == (event.device, event.mark)
            else one
            for one in self._sent
        ]

    def gone(self, *, now: float) -> None:
        """Note that the bus or the engine went: the newest events may not have arrived."""
        doubtful = [one.event for one in self._sent if not one.on_the_bus or now - one.at <= DOUBTFUL_SECONDS]
        self._sent = []
        every = sorted([*self._unheard, *doubtful], key=lambda event: event.taken_at)
        self._unheard = every[-MOST_KEPT:]

    def take(self, *, wall: Seconds) -> tuple[DeviceEvent, ...]:
        """Return the events for a new engine, in order; `wall` is the time of day."""
        missed = tuple(event for event in self._unheard if wall - event.taken_at < WORTH_SECONDS)
        self._unheard = []
        return missed
