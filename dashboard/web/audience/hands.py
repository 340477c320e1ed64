"""The broadcast with all hands: each seat's cards, as late as was agreed, to readers with the key.

The arbiter opens it for a match and shuts it again; each opening has a key of its own, and its lines end with
it. Knows no sockets and no bus; whoever calls says what time it is.
"""

import asyncio
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable

from dashboard.web.audience.delay import Delayed
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.tablet import Tablet
from dashboard.web.words.speaking import encoded
from engine.bus.messages.match import AllHands, HandsShown, MatchState
from engine.bus.sealing import derived_key
from engine.core.ids import Seconds
from engine.core.phrase import LANGUAGES

CHANNEL = "all_hands"
"""The channel that sends followers the seats' held cards."""

FOLLOWER_LIMIT = 50
"""How many follow at once: a stream's makers, not its viewers."""

_MARK_BYTES = 16
"""128 bits: nobody guesses a key."""


class HandsOpening:
    """All hands of one match, shown since one word of the arbiter. `ended` is set when its lines end."""

    def __init__(self, match: str, shown: HandsShown, *, delay: Seconds, key: str) -> None:
        self.match, self.name, self.key = match, shown.opening, key
        # Later than was said to the seats is no harm, sooner is.
        self.after_s = max(delay, Seconds(float(shown.after_s)))
        self.ended = asyncio.Event()
        self._delayed: Delayed[AllHands | None] = Delayed(self.after_s)
        self._hub = Hub(render=encoded, languages=LANGUAGES)

    @property
    def full(self) -> bool:
        """Whether nobody else can follow."""
        return self._hub.tablets >= FOLLOWER_LIMIT

    def take(self, sheet: AllHands, *, now: Seconds) -> None:
        """Keep what the seats hold until it may be shown; another opening's isn't."""
        if (sheet.match, sheet.opening) == (self.match, self.name):
            self._delayed.take(CHANNEL, sheet, now=now)

    def ends_later(self, *, now: Seconds) -> None:
        """End once all that waits has been shown: another match is played."""
        self._delayed.take(CHANNEL, None, now=now)

    def release(self, *, now: Seconds) -> None:
        """Show what has waited for long enough."""
        for sheet in self._delayed.due(now=now):
            if self.ended.is_set():
                return
            if sheet is None:
                self.ended.set()
            else:
                self._hub.keep(CHANNEL, "", sheet)

    def join(self, language: str) -> Tablet:
        """Add a follower; what is shown by now is queued for it, in its language."""
        return self._hub.join(language=language)

    def leave(self, follower: Tablet) -> None:
        """Forget a follower."""
        self._hub.leave(follower)


class ShownHands:
    """The state of the broadcast: whether all hands are shown now, and who sees them.

    Without a delay they never are.
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
        """The shortest delay that hands may be shown with; 0 where they can't be."""
        return self._delay

    @property
    def opening(self) -> HandsOpening | None:
        """The opening of the match that is played; None: its hands aren't shown."""
        return self._open

    def take_match(self, state: MatchState, *, now: Seconds) -> None:
        """Open and shut as the match says. Shut by the arbiter, lines end at once, and what waits is gone."""
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
        """Keep what the seats hold until it may be shown. It may come before the match that says so."""
        self._newest = sheet
        if self._open is not None:
            self._open.take(sheet, now=now)

    def release(self, *, now: Seconds) -> None:
        """Show what has waited for long enough."""
        for one in (self._open, self._last):
            if one is not None:
                one.release(now=now)

    def opened_by(self, key: str) -> HandsOpening | None:
        """Return the opening that a key is for; None: it's for none, or its time is over."""
        for one in (self._open, self._last):
            if one is not None and not one.ended.is_set() and _same(one.key, key):
                return one
        return None

    def end(self, *others: asyncio.Event) -> None:
        """Show nothing any more, and end others' streams too: the table stops."""
        for one in (self._open, self._last):
            if one is not None:
                one.ended.set()
        for other in others:
            other.set()

    async def turned(self, ask: Callable[[], None], *, shown: bool, within_s: float) -> bool:
        """Have it asked that hands are shown or not, and wait until it's so; False: it isn't in time."""
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
        return urlsafe_b64encode(mark[:_MARK_BYTES]).decode().rstrip("=")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "replace"))
