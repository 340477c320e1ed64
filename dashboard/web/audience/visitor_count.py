"""Counts those who watch without a seat: each address is kept with the match once, by what it follows.

Knows no sockets; whoever calls says who came, and the engine writes it into the match's record.
"""

from collections.abc import Callable
from secrets import token_hex

from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import BoardwardenError

WATCHING, BROADCAST, HANDS = "watching", "broadcast", "hands"
"""The thing that is followed: the table's own page, what is made for the world outside, or all hands."""

VISITORS_LIMIT = 64
"""The most that are kept a match of each: a crowd can't fill its record, nor hide who sees hands."""


class VisitorCount:
    """The visitors that were kept of the match that is played. `record` sends a command to the engine."""

    def __init__(self, record: Callable[[Command], None], *, match: Callable[[], str]) -> None:
        self._record = record
        self._match = match
        self._of = ""
        self._kept: set[tuple[str, str]] = set()

    def came(self, address: str, follows: str) -> bool:
        """Take note that a visitor at an address looks on.

        While the bus is away it's noted at the next sign of the visitor. False: it isn't in the match's
        record.
        """
        match = self._match()
        if match != self._of:
            self._of, self._kept = match, set()
        one = (address, follows)
        if one in self._kept:
            return True
        if not match or not address or sum(what == follows for _, what in self._kept) >= VISITORS_LIMIT:
            return False
        asked = Command(token_hex(8), CommandKind.LOOK_ON, 0, thing=follows, name=address)
        try:
            self._record(asked)
        except BoardwardenError:
            return False
        self._kept.add(one)
        return True
