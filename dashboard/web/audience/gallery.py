"""The gallery: visitors without a seat see the table as late as `--delay` says.

This module knows no sockets and no clock: its caller gives the time.
"""

from typing import Any

from dashboard.web.audience.delay import Delayed
from dashboard.web.telling.hub import EVENTS, STATES, Hub
from engine.core.ids import Seconds

AT_ONCE = ("availability", "camera", "device", "dashboard")
"""The channels about machines. Their messages are sent at once, because they say nothing of the play."""

LATER = tuple(one for one in (*STATES, *EVENTS, "proof") if one not in (*AT_ONCE, "answer"))
"""The channels of the play. Their messages are sent after the delay. Answers aren't among them: visitors send
no commands to the live match.
"""


class Gallery:
    """The messages that wait for the visitors, and the hub that sends them."""

    def __init__(self, hub: Hub, *, delay: Seconds) -> None:
        self._hub = hub
        self._delayed: Delayed[tuple[str, str, Any]] = Delayed(delay)

    def take(self, channel: str, name: str, message: Any, *, now: Seconds) -> None:
        """Take in a message of the table. Drop one that visitors may never see."""
        if channel in AT_ONCE:
            self._hub.keep(channel, name, message)
        elif channel in LATER:
            self._delayed.take(channel, (channel, name, message), now=now)
            self.release(now=now)

    def release(self, *, now: Seconds) -> None:
        """Send the messages that have waited for the whole delay."""
        for channel, name, message in self._delayed.due(now=now):
            if channel == "proof":
                self._hub.keep(channel, name, message)
            else:
                self._hub.take(channel, name, message)

    def forget(self, channel: str, name: str | None = None) -> None:
        """Drop the messages of a channel, or of one name on it, because their sender is away."""
        self._hub.forget(channel, name)
