"""The broadcast with all hands: readers who have the key see each seat's cards, after the agreed delay.

The arbiter opens it for a match and shuts it again. Each opening has a key of its own; when it is shut, its
lines end. This module knows no sockets and no bus: its caller gives the time.
"""

import asyncio
import hmac
from collections.abc import Callable

from dashboard.web.audience.delay import Delayed
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.tablet import Tablet
from dashboard.web.words.speaking import encoded
from engine.bus.messages.match import AllHands, HandsShown, MatchState
from engine.bus.sealing import derived_key
from engine.core.base64url import to_base64url
from engine.core.ids import Seconds
from engine.core.phrase import LANGUAGES

CHANNEL = "all_hands"
"""The channel that sends followers the seats' held cards."""

FOLLOWER_LIMIT = 50
"""The most that can follow at the same time. They are the people who make a stream, not its viewers."""

_MARK_BYTES = 16
"""A key's length: with 128 bits nobody can guess it."""


class HandsOpening:
    """One opening: the arbiter had all hands of one match shown, and hasn't shut them yet."""

    def __init__(self, match: str, shown: HandsShown, *, delay: Seconds, key: str) -> None:
        self.match, self.name, self.key = match, shown.opening, key
        # The seats were promised this delay: a longer one does no harm, a shorter one does.
        self.after_s = max(delay, Seconds(float(shown.after_s)))
        """The delay of the hands, s."""
        self.ended = asyncio.Event()
        """Set when the opening's lines end."""
        self._delayed: Delayed[AllHands | None] = Delayed(self.after_s)
        self._hub = Hub(render=encoded, languages=LANGUAGES)

    @property
    def full(self) -> bool:
        """Whether no place for another follower is left."""
        return self._hub.tablets >= FOLLOWER_LIMIT

    def take(self, sheet: AllHands, *, now: Seconds) -> None:
        """Keep the seats' held cards until they may be shown. Cards of another opening are dropped."""
        if (sheet.match, sheet.opening) == (self.match, self.name):
            self._delayed.take(CHANNEL, sheet, now=now)

    def ends_later(self, *, now: Seconds) -> None:
        """End when all that waits has been shown, because another match is played now."""
        self._delayed.take(CHANNEL, None, now=now)

    def release(self, *, now: Seconds) -> None:
        """Show the held cards that have waited for the whole delay."""
        for sheet in self._delayed.due(now=now):
            if self.ended.is_set():
                return
            if sheet is None:
                self.ended.set()
            else:
                self._hub.keep(CHANNEL, "", sheet)

    def join(self, language: str) -> Tablet:
        """Add a follower. The cards that are shown now are queued for it, in its language."""
        return self._hub.join(language=language)

    def leave(self, follower: Tablet) -> None:
        """Remove a follower."""
        self._hub.leave(follower)


class ShownHands:
    """The broadcast's state: whether all hands are shown now, and the openings with their followers.

    Without a delay they are never shown.
    """

    def __init__(self, key: bytes, *, table: str, delay: Seconds) -> None:
        self._key = derived_key(key, f"all hands of {table}")
        self._delay = delay
        self._newest: AllHands | None = None
        self._open: HandsOpening | None = None
        self._last: HandsOpening | None = None
        self._waiting: dict[asyncio.Event, bool] = {}

    @property
    def delay(self) -> Seconds:
        """The shortest delay that hands may be shown with, s; 0 if they can't be shown."""
        return self._delay

    @property
    def opening(self) -> HandsOpening | None:
        """The opening of the present match; None if its hands aren't shown."""
        return self._open

    def take_match(self, state: MatchState, *, now: Seconds) -> None:
        """Open and shut as the match says.

        When the arbiter shuts an opening, its lines end at once, and the waiting cards are dropped.
        """
        if not self._delay:
            return
        was, shown = self._open, state.hands
        if was is not None and was.match != state.match:
            self._lapse(was, now=now)
            was = self._open = None
        if was is not None and (shown is None or shown.opening != was.name):
            was.ended.set()
            was = self._open = None
        if was is None and shown is not None:
            self._open = HandsOpening(
                state.match, shown, delay=self._delay, key=self._mark(state.match, shown.opening)
            )
            if self._newest is not None:
                self._open.take(self._newest, now=now)
        for changed, wanted in self._waiting.items():
            if wanted is (self._open is not None):
                changed.set()

    def take_hands(self, sheet: AllHands, *, now: Seconds) -> None:
        """Keep the seats' held cards until they may be shown. They may come before their opening's match."""
        self._newest = sheet
        if self._open is not None:
            self._open.take(sheet, now=now)

    def release(self, *, now: Seconds) -> None:
        """Show the held cards that have waited for the whole delay."""
        for one in (self._open, self._last):
            if one is not None:
                one.release(now=now)

    def opened_by(self, key: str) -> HandsOpening | None:
        """Return the opening that a key belongs to; None if there is none, or if it has ended."""
        for one in (self._open, self._last):
            if one is not None and not one.ended.is_set() and _same(one.key, key):
                return one
        return None

    def end(self, *others: asyncio.Event) -> None:
        """End all lines, and set the `ended` events of other streams, because the table stops."""
        for one in (self._open, self._last):
            if one is not None:
                one.ended.set()
        for other in others:
            other.set()

    async def turned(self, ask: Callable[[], None], *, shown: bool, within_s: float) -> bool:
        """Call `ask` to have hands shown, or hidden, and wait for it; return False if it takes too long."""
        if shown is (self._open is not None):
            return True
        changed = asyncio.Event()
        self._waiting[changed] = shown
        try:
            ask()
            await asyncio.wait_for(changed.wait(), within_s)
        except TimeoutError:
            return False
        finally:
            del self._waiting[changed]
        return True

    def _lapse(self, one: HandsOpening, *, now: Seconds) -> None:
        if self._last is not None:
            self._last.ended.set()
        self._last = one
        one.ends_later(now=now)

    def _mark(self, match: str, opening: str) -> str:
        mark = hmac.digest(self._key, f"{match}\n{opening}".encode(), "sha256")
        return to_base64url(mark[:_MARK_BYTES])


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "replace"))
