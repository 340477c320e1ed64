"""The gallery: visitors without a seat get what the table is, as late as was asked.

Knows no sockets and no clock; whoever calls says what time it is.
"""

from typing import Any

from dashboard.web.audience.delay import Delayed
from dashboard.web.telling.hub import EVENTS, STATES, Hub
from engine.core.ids import Seconds

AT_ONCE = ("availability", "camera", "device", "dashboard")
"""The state of the machines is sent at once: it says nothing of the play."""

LATER = tuple(one for one in (*STATES, *EVENTS, "proof") if one not in (*AT_ONCE, "answer"))
"""The messages of the play, after the delay. Nobody's answers: who looks on asks nothing of what's live."""


class Gallery:
    """The messages that wait for the spectators, and the hub that they follow."""

    def __init__(self, hub: Hub, *, delay: Seconds) -> None:
        self._hub = hub
        self._delayed: Delayed[tuple[str, str, Any]] = Delayed(delay)

    def take(self, channel: str, name: str, message: Any, *, now: Seconds) -> None:
        """Take a message of the table; drop what spectators may never know."""
        if channel in AT_ONCE:
            self._hub.keep(channel, name, message)
        elif channel in LATER:
            self._delayed.take(channel, (channel, name, message), now=now)
            self.release(now=now)

    def release(self, *, now: Seconds) -> None:
        """Tell what has waited for long enough."""
        for channel, name, message in self._delayed.due(now=now):
            if channel == "proof":
                self._hub.keep(channel, name, message)
            else:
                self._hub.take(channel, name, message)

    def forget(self, channel: str, name: str | None = None) -> None:
        """Drop what is known of a channel, or of one name on it: its sender is away."""
        self._hub.forget(channel, name)
