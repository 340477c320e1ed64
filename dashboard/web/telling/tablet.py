"""The messages that one browser still waits for: a bounded queue, in its language.

Knows no socket, bus or rule.

States are kept newest only, one a channel and name; a slow tablet skips what was overtaken. One that says so
gets of a state that it has only the steps to the newest (`told`). Events are
queued up to `EVENT_LIMIT`, then the oldest goes: the situation repeats the last verdicts.
Everything here runs on one event loop; nothing is thread-safe.
"""

import asyncio
from collections import deque
from itertools import islice

from dashboard.web.seats.seating import SPECTATOR
from dashboard.web.telling.told import Key, PageRemark, PageState

EVENT_LIMIT = 64
"""How many events wait for one tablet."""

TOGETHER = 16
"""How many messages one text holds; the next is taken when this one is on its way."""

_ASKED_LIMIT = 64


class Tablet:
    """The messages that one browser still waits for, in its language; `steps`: it can take steps.

    `link`: what it joined with, good or not.
    """

    def __init__(self, *, language: str = "en", steps: bool = False) -> None:
        self.place = SPECTATOR
        self.link = ""
        self.language = language
        self._takes_steps = steps
        self._has: dict[Key, int] = {}
        self._states: dict[Key, PageState] = {}
        self._events: deque[PageRemark] = deque(maxlen=EVENT_LIMIT)
        self._asked: deque[str] = deque(maxlen=_ASKED_LIMIT)
        self._waiting = asyncio.Event()

    def offer_state(self, state: PageState, slot: Key | None = None) -> None:
        """Queue a state; what waits in its slot (its key's) is overtaken, in its place in the queue."""
        self._states[slot or state.key] = state
        self._waiting.set()

    def offer_event(self, remark: PageRemark) -> None:
        """Queue an event; the oldest of too many is dropped."""
        self._events.append(remark)
        self._waiting.set()

    def start_over(self) -> None:
        """Note that the browser has nothing any more."""
        self._has.clear()

    def clear(self) -> None:
        """Forget what waits, and what the browser has: its messages come from another place now."""
        self._states.clear()
        self._events.clear()
        self._has.clear()

    def drop_events(self) -> None:
        """Forget the events that wait and what was asked for: they belong to the place that it had."""
        self._events.clear()
        self._asked.clear()

    def asks(self, command: str) -> None:
        """Remember that the answer to this command is for this tablet."""
        self._asked.append(command)

    def asked(self, command: str) -> bool:
        """Tell whether this tablet sent the command."""
        return command in self._asked

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return len(self._states) + len(self._events)

    def take(self) -> str | None:
        """Return the next message to send; states go before events, so that an event finds its board.

        None: nothing is new.
        """
        text = self._next_state()
        if text is None and self._events:
            text = self._events.popleft().text(self.language)
        return text

    def take_together(self) -> str | None:
        """Return the waiting messages as one text; None: none waits.

        It's one message, or a list for a tablet that takes steps.
        """
        texts = list(islice(iter(self.take, None), TOGETHER if self._takes_steps else 1))
        return f"[{','.join(texts)}]" if len(texts) > 1 else next(iter(texts), None)

    async def news(self) -> None:
        """Wait until something is offered."""
        self._waiting.clear()
        await self._waiting.wait()

    async def next(self) -> str:
        """Return the next message to send, once there is one."""
        while (text := self.take()) is None:
            await self.news()
        return text

    def _next_state(self) -> str | None:
        while self._states:
            slot = next(iter(self._states))
            state = self._states.pop(slot)
            new = state.since(self.language, self._has.get(slot), steps=self._takes_steps)
            if new is not None:
                text, self._has[slot] = new
                return text
        return None
