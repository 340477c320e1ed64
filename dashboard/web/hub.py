"""What every tablet should know, and a bounded queue to each. Knows no sockets, no bus, no rules.

States are kept newest only, one a channel and name; a slow tablet skips what was overtaken. Events are
queued up to `EVENT_LIMIT` a tablet, then the oldest goes: the situation repeats the last verdicts.
A seat's sheet goes to the tablets that have their place at that seat, and to no other.
Everything here runs on one event loop; nothing is thread-safe.
"""

import asyncio
from collections import deque
from typing import Any

import msgspec

from dashboard.web.seating import SPECTATOR, Place, Role
from engine.bus.messages.boards import TagSheet
from engine.bus.messages.commands import Answer
from engine.bus.messages.match import MatchState, SeatSheet
from engine.core.ids import Seat
from engine.core.views import SeatView

STATES = (
    "surface",
    "match",
    "advice",
    "situation",
    "clock",
    "camera",
    "dice",
    "device",
    "availability",
    "simulated_table",
)
"""The channels whose newest message a browser gets when it comes."""

EVENTS = ("verdict", "answer")
"""The channels that are only told at the moment they come."""

EVENT_LIMIT = 64
"""How many events wait for one tablet."""

NAME_LIMIT = 64
"""How many names (cameras, devices, services) are kept a channel; a bus gone mad can't fill the memory."""

_ASKED_LIMIT = 64

Key = tuple[str, str]

_SHEET: Key = ("seat", "")
_TAGS: Key = ("tags", "")


def envelope(channel: str, name: str, message: Any) -> str:
    """Return what a browser is sent: `{"channel", "name", "data"}`."""
    return msgspec.json.encode({"channel": channel, "name": name, "data": message}).decode()


_NO_TAGS = envelope("tags", "", None)


class Tablet:
    """What one browser is still to be sent."""

    def __init__(self) -> None:
        self.place = SPECTATOR
        self._states: dict[Key, str] = {}
        self._events: deque[str] = deque(maxlen=EVENT_LIMIT)
        self._asked: deque[str] = deque(maxlen=_ASKED_LIMIT)
        self._waiting = asyncio.Event()

    def offer_state(self, key: Key, text: str) -> None:
        """Queue a state; one that waits under the same key is overtaken, in its place in the queue."""
        self._states[key] = text
        self._waiting.set()

    def offer_event(self, text: str) -> None:
        """Queue an event; the oldest of too many is dropped."""
        self._events.append(text)
        self._waiting.set()

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

    async def next(self) -> str:
        """Return the next message to send; states go before events, so that an event finds its board."""
        while True:
            if self._states:
                return self._states.pop(next(iter(self._states)))
            if self._events:
                return self._events.popleft()
            self._waiting.clear()
            await self._waiting.wait()


class Hub:
    """The newest states of the table, and the tablets that follow them."""

    def __init__(self) -> None:
        self._newest: dict[Key, str] = {}
        self._sheets: dict[Seat, str] = {}
        self._tags = _NO_TAGS
        self._seats: tuple[SeatView, ...] = ()
        self._match = ""
        self._tablets: set[Tablet] = set()

    @property
    def tablets(self) -> int:
        """How many tablets are connected."""
        return len(self._tablets)

    def join(self) -> Tablet:
        """Add a tablet; everything known is queued for it."""
        tablet = Tablet()
        for key, text in self._newest.items():
            tablet.offer_state(key, text)
        self._tablets.add(tablet)
        return tablet

    def leave(self, tablet: Tablet) -> None:
        """Forget a tablet."""
        self._tablets.discard(tablet)

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats of the match, as everybody may know them; empty before one is heard of."""
        return self._seats

    @property
    def match(self) -> str:
        """The name of the match that is played; empty before one is heard of."""
        return self._match

    def seat(self, tablet: Tablet, place: Place) -> None:
        """Give a tablet its place, and the sheet that goes with it; what it had of another is taken back."""
        tablet.place = place
        tablet.offer_state(("place", ""), envelope("place", "", place))
        sheet = self._sheets.get(place.seat) if place.seat is not None else None
        tablet.offer_state(_SHEET, sheet or envelope("seat", "", None))
        if self._tags is not _NO_TAGS:
            tablet.offer_state(_TAGS, self._tags if place.role is Role.ARBITER else _NO_TAGS)

    def take_sheet(self, sheet: SeatSheet) -> None:
        """Pass on what one seat alone may know, to its tablets alone."""
        if sheet.seat not in self._sheets and len(self._sheets) >= NAME_LIMIT:
            return
        text = envelope("seat", sheet.seat, sheet)
        self._sheets[sheet.seat] = text
        for tablet in self._tablets:
            if tablet.place.seat == sheet.seat:
                tablet.offer_state(_SHEET, text)

    def take_tags(self, sheet: TagSheet) -> None:
        """Pass on which tags lie where, to the arbiter's tablets alone."""
        self._tags = envelope("tags", "", sheet)
        for tablet in self._tablets:
            if tablet.place.role is Role.ARBITER:
                tablet.offer_state(_TAGS, self._tags)

    def take(self, channel: str, name: str, message: Any) -> None:
        """Pass a message of the bus on: states to everybody, an answer to who asked, a verdict to all."""
        if isinstance(message, MatchState):
            self._seats, self._match = message.view.seats, message.match
        if channel in STATES:
            self.keep(channel, name, message)
        elif channel in EVENTS:
            text = envelope(channel, name, message)
            for tablet in self._tablets:
                if not isinstance(message, Answer) or tablet.asked(message.command):
                    tablet.offer_event(text)

    def keep(self, channel: str, name: str, message: Any) -> None:
        """Keep and pass on a state, also one that isn't the bus's (how the dashboard itself does)."""
        key = (channel, name)
        if key not in self._newest and sum(kept == channel for kept, _ in self._newest) >= NAME_LIMIT:
            return
        text = envelope(channel, name, message)
        if self._newest.get(key) == text:
            return
        self._newest[key] = text
        for tablet in self._tablets:
            tablet.offer_state(key, text)

    def forget(self, channel: str) -> None:
        """Drop all states of a channel; the tablets are sent null for each."""
        for key in [key for key in self._newest if key[0] == channel]:
            del self._newest[key]
            text = envelope(*key, None)
            for tablet in self._tablets:
                tablet.offer_state(key, text)
