"""The public's messages: the spectators' view of the match, as late as `--delay` says.

This module knows no sockets, no bus and no clock: its caller gives the time.
"""

import asyncio
from typing import Any

from dashboard.web.audience.delay import LIVE, Delayed
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.tablet import Tablet
from dashboard.web.words.speaking import encoded
from engine.core.ids import Seconds
from engine.core.phrase import ENGLISH, LANGUAGES

PUBLIC = ("surface", "match", "situation", "verdict")
"""The channels of the public: all that a spectator may know, and nothing of the machines."""

FOLLOWER_LIMIT = 300
"""The most programs and pages that can follow at the same time."""


class Broadcast:
    """The messages that wait for the public, the newest ones that it has received, and its followers."""

    def __init__(self, *, delay: Seconds = LIVE) -> None:
        self._delayed: Delayed[tuple[str, Any]] = Delayed(delay)
        self._newest: dict[str, Any] = {}
        self._hub = Hub(render=encoded, languages=LANGUAGES)
        self.ended = asyncio.Event()
        """Set when the table stops: no more messages come."""

    @property
    def full(self) -> bool:
        """Whether no place for another follower is left."""
        return self._hub.tablets >= FOLLOWER_LIMIT

    def take(self, channel: str, message: Any, *, now: Seconds) -> None:
        """Keep a message of the bus until the public may see it. Drop one that it may never see."""
        if channel in PUBLIC:
            self._delayed.take(channel, (channel, message), now=now)
            self.release(now=now)

    def release(self, *, now: Seconds) -> None:
        """Send the messages that have waited for the whole delay."""
        for channel, message in self._delayed.due(now=now):
            self._newest[channel] = message
            self._hub.take(channel, "", message)

    def newest(self, channel: str, language: str = ENGLISH) -> bytes | None:
        """Return the last message of a channel, as JSON; None before the first."""
        message = self._newest.get(channel)
        return None if message is None else encoded(message, language, self._hub.names)

    def join(self, language: str = ENGLISH) -> Tablet:
        """Add a follower. The newest messages are queued for it, in its language."""
        return self._hub.join(language=language)

    def leave(self, follower: Tablet) -> None:
        """Remove a follower."""
        self._hub.leave(follower)
