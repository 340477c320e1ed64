"""Device events that nothing used, counted so that people learn of them."""

from engine.bus.messages.boards import UnusedEvent
from engine.core.device_events import CellChange, DeviceContent, DeviceEvent, PadReading, format_content
from engine.core.ids import Seconds

_MOST = 32
"""More different events than this are one fault that is reported often."""


class Unused:
    """The events that nothing used since the engine began, each once, the newest last."""

    def __init__(self) -> None:
        self._events: dict[tuple[str, str, str], UnusedEvent] = {}

    @property
    def events(self) -> tuple[UnusedEvent, ...]:
        """All of them; of a great number only the newest."""
        return tuple(self._events.values())

    def note(self, event: DeviceEvent, now: Seconds) -> None:
        """Count an event that something lies somewhere, or was pressed or thrown.

        The bridge clears the places that a board had before it was replaced. Nothing lies there any more.
        """
        if _is_cleared(event.content):
            return
        what, name, _ = format_content(event.content)
        key = (event.device, what, name)
        known = self._events.pop(key, None)
        count = known.count + 1 if known is not None else 1
        self._events[key] = UnusedEvent(event.device, what, name, count, now)
        if len(self._events) > _MOST:
            del self._events[next(iter(self._events))]


def _is_cleared(content: DeviceContent) -> bool:
    match content:
        case CellChange(covered=covered):
            return not covered
        case PadReading(text=text):
            return not text
        case _:
            return False
