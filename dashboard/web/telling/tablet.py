"""The messages that wait for one tablet: a bounded queue, in the tablet's language.

Of a state only the newest waits, one for each channel and name, so a slow tablet skips older ones. A tablet
that can take steps gets only the steps to the newest state (`deltas.py`). At most `EVENT_LIMIT` events wait;
then the oldest is dropped, which loses little, because the situation repeats the last verdicts.

This module knows no socket, no bus and no rule. Everything runs on one event loop; nothing is thread-safe.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from dashboard.web.seats.seating import SPECTATOR
from dashboard.web.telling.page_states import Key, PageRemark, PageState

EVENT_LIMIT = 64
"""The most events that wait for one tablet."""

TOGETHER = 16
"""The most messages in one text. The next text is made when this one is sent."""

_ASKED_LIMIT = 64

WORTH_PACKING = 4096
"""The fewest characters of a text that is packed: the first states are 57 000 bytes, and 8 000 packed."""

_RAW_DEFLATE = -15


class Tablet:
    """The messages that wait for one tablet. `steps`: it can take steps; `packs`: it can unpack texts.

    `place` is its place, `link` the link that it has shown, valid or not. `wish` is how its person wants the
    pages, as the tablet was last sent it; None if it was sent nothing.
    """

    def __init__(self, *, language: str = "en", steps: bool = False, packs: bool = False) -> None:
        self.place = SPECTATOR
        self.link = ""
        self.wish: Any = None
        self.language = language
        self._takes_steps = steps
        self._packs = packs
        self._has: dict[Key, int] = {}
        self._states: dict[Key, PageState] = {}
        self._events: deque[PageRemark] = deque(maxlen=EVENT_LIMIT)
        self._asked: deque[str] = deque(maxlen=_ASKED_LIMIT)
        self._waiting = asyncio.Event()

    def offer_state(self, state: PageState, slot: Key | None = None) -> None:
        """Queue a state. It replaces the waiting state of the same slot, which is usually the state's key."""
        self._states[slot or state.key] = state
        self._waiting.set()

    def offer_event(self, remark: PageRemark) -> None:
        """Queue an event. If there are too many, the oldest is dropped."""
        self._events.append(remark)
        self._waiting.set()

    def start_over(self) -> None:
        """Note that the browser has no state any more, so that each is sent whole."""
        self._has.clear()

    def clear(self) -> None:
        """Drop all waiting messages, and note that the browser has no state: it follows another hub now."""
        self._states.clear()
        self._events.clear()
        self._has.clear()

    def drop_events(self) -> None:
        """Drop the waiting events and the sent commands' ids: they belong to the tablet's earlier place."""
        self._events.clear()
        self._asked.clear()

    def asks(self, command: str) -> None:
        """Note the id of a command that this tablet has sent, so that it gets the answer."""
        self._asked.append(command)

    def asked(self, command: str) -> bool:
        """Tell whether this tablet sent the command."""
        return command in self._asked

    @property
    def waiting(self) -> int:
        """The number of waiting messages."""
        return len(self._states) + len(self._events)

    def take(self) -> str | None:
        """Return the next message to send; None if no message waits.

        States come before events, so that the page has the board that an event is about.
        """
        text = self._next_state()
        if text is None and self._events:
            text = self._events.popleft().text(self.language)
        return text

    def take_together(self) -> str | bytes | None:
        """Return the waiting messages as one text; None if no message waits.

        The text is one message, or a list of several for a tablet that can take steps. A long text of states
        that everybody may know is packed for a tablet that can unpack it. Other texts never are: the length
        of a packed text reveals something of its content.
        """
        if self._packs:
            shared = self._together(self._next_public)
            if shared is not None:
                return packed(shared) if len(shared) >= WORTH_PACKING else shared
        return self._together(self.take)

    def _together(self, take: Callable[[], str | None]) -> str | None:
        texts: list[str] = []
        while len(texts) < (TOGETHER if self._takes_steps else 1) and (text := take()) is not None:
            texts.append(text)
        return f"[{','.join(texts)}]" if len(texts) > 1 else next(iter(texts), None)

    def _next_public(self) -> str | None:
        return self._next_state(public=True)

    async def news(self) -> None:
        """Wait until a message is queued."""
        self._waiting.clear()
        await self._waiting.wait()

    async def next(self) -> str:
        """Wait for the next message to send, and return it."""
        while (text := self.take()) is None:
            await self.news()
        return text

    def _next_state(self, *, public: bool = False) -> str | None:
        """Return the text of the next state; `public`: only if everybody may know it. None: no such state."""
        while self._states:
            slot, state = next(iter(self._states.items()))
            if public and not state.is_public:
                return None
            del self._states[slot]
            new = state.since(self.language, self._has.get(slot), steps=self._takes_steps)
            if new is not None:
                text, self._has[slot] = new
                return text
        return None


@lru_cache(maxsize=8)
def packed(text: str) -> bytes:
    """Return a text compressed by raw DEFLATE, as a browser's `deflate-raw`; kept for the next tablets."""
    squeeze = zlib.compressobj(wbits=_RAW_DEFLATE)
    return squeeze.compress(text.encode()) + squeeze.flush()
