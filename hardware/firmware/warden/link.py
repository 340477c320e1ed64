"""The board's end of the link. It never asks; it answers each `ask` by `hello` (docs/develop/link.md)."""

from . import bodies, frames
from .messages import DICTIONARY, LINK_VERSION
from .stream import Receiving, Sending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .shapes import Values

KNOCK, KNOCKED = b"boardwarden?", b"boardwarden!"
"""The host's question in letters where it doesn't know yet that a board is there, and the answer."""

SILENCE = 8000
"""Quiet milliseconds after which the board gives the session up: longer than the host, since only it asks."""


class Link:
    """One end of the link.

    `greeting` has the values of `hello` behind its dictionary, boot and clock. Its faults come last.

    `left_out`: the faults that the last hello had no room for.
    """

    def __init__(self, boot: int, greeting: "Values", dictionary: int = DICTIONARY) -> None:
        self.ready = False
        self.opened = False
        self.left_out: tuple[str, ...] = ()
        self._boot = boot
        self._greeting = greeting
        self._dictionary = dictionary
        self._half = boot & 0xFFFF
        self._number = 0
        self._heard_at = 0
        self._owes = False
        self._loose = b""
        self._tail = b""
        self._reader = frames.Reader()
        self._sending = Sending()
        self._receiving = Receiving()

    @property
    def room(self) -> int:
        """Return the number of messages that `send` takes now."""
        return self._sending.room if self.ready else 0

    def greet_with(self, faults: "tuple[str, ...]") -> None:
        """Send this list of faults in every greeting from now on."""
        self._greeting = self._greeting[:-1] + (faults,)

    def send(self, now: int, name: str, *values: "Any") -> None:
        """Take a message to the host; only while there is `room`."""
        self._sending.put(bodies.encode(name, *values), now)

    def receive(self, data: bytes, now: int) -> "list[tuple[str, Values]]":
        """Take in bytes as they came; return the messages in them. `opened` turns true with a new session."""
        messages = []
        self._tail += data
        if KNOCK in self._tail:
            # A host that knocks has just come, so it doesn't know of an open session.
            self._loose = KNOCKED
            self._tail = b""
        self._tail = self._tail[-len(KNOCK) :]
        for kind, session, sequence, acknowledged, body in self._reader.feed(data):
            if kind == frames.LOOSE:
                self._asked(session, body, now)
            elif not self.ready or session != self._number:
                self._loose = frames.encode(frames.LOOSE, session, 0, 0, bodies.encode("stranger"))
            else:
                self._heard_at = now
                bare = kind == frames.ACKNOWLEDGE
                self._sending.acknowledge(acknowledged, now, bare=bare)
                self._owes = self._owes or not bare
                if kind == frames.NUMBERED:
                    for whole in self._receiving.take(sequence, body):
                        try:
                            messages.append(bodies.decode(whole, "to_board"))
                        except (bodies.Nonsense, UnicodeError):
                            continue
        return messages

    def tick(self, now: int) -> None:
        """End the session if the host has gone silent."""
        if self.ready and now - self._heard_at >= SILENCE:
            self.ready = False

    def data_to_send(self, now: int) -> bytes:
        """Return the bytes to write now."""
        out, self._loose = self._loose, b""
        if not self.ready:
            return out
        due = self._sending.due(now)
        acknowledged = self._receiving.expected
        for sequence, body in due:
            out += frames.encode(frames.NUMBERED, self._number, sequence, acknowledged, body)
        if self._owes and not due:
            out += frames.encode(frames.ACKNOWLEDGE, self._number, 0, acknowledged)
        self._owes = False
        return out

    def next_timeout(self, now: int) -> "int | None":
        """Return the time of the next call of `tick` and `data_to_send`, if no data comes before."""
        if self._loose or (self.ready and self._owes):
            return now
        if not self.ready:
            return None
        silent_at = self._heard_at + SILENCE
        due_at = self._sending.next_timeout(now)
        return silent_at if due_at is None else min(due_at, silent_at)

    def _asked(self, session: int, body: bytes, now: int) -> None:
        try:
            name, values = bodies.decode(body, "to_board")
        except (bodies.Nonsense, UnicodeError):
            return
        if name != "ask":
            return
        link, dictionary = values[:2]
        number = self._number
        if not (self.ready and session >> 16 == self._number >> 16):
            self.ready = link == LINK_VERSION and dictionary == self._dictionary
            self._half = (self._half + 1) & 0xFFFF
            number = (session & 0xFFFF0000) | self._half
            if self.ready:
                self.opened = True
                self._number = number
                self._owes = False
                self._sending = Sending()
                self._receiving = Receiving()
        self._heard_at = now
        self._loose = frames.encode(frames.LOOSE, number, 0, 0, self._hello(now))

    def _hello(self, now: int) -> bytes:
        """Return a hello with as many faults as its frame has room for. No host reads a longer frame."""
        faults = self._greeting[-1]
        for count in range(len(faults), -1, -1):
            said = self._greeting[:-1] + (faults[:count],)
            body = bodies.encode("hello", LINK_VERSION, self._dictionary, self._boot, now & 0xFFFFFFFF, *said)
            if len(body) <= frames.MAX_BODY:
                break
        self.left_out = faults[count:]
        return body
