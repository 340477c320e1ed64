"""Counts the visitors: a match's record has each address once for each thing that it follows.

The engine writes the record. This module knows no sockets: its caller gives the addresses.
"""

from collections.abc import Callable
from secrets import token_hex

from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import BoardwardenError

WATCHING, BROADCAST, HANDS = "watching", "broadcast", "hands"
"""The things that a visitor can follow: the table's own page, the pages for other sites, or all hands."""

VISITORS_LIMIT = 64
"""The most addresses that a match's record has of each thing, so that a crowd can't fill the record, nor push
out the readers of all hands.
"""


class VisitorCount:
    """The visitors in the present match's record. `record` sends a command to the engine."""

    def __init__(self, record: Callable[[Command], None], *, match: Callable[[], str]) -> None:
        self._record = record
        self._match = match
        self._of = ""
        self._kept: set[tuple[str, str]] = set()

    def came(self, address: str, follows: str) -> bool:
        """Record that a visitor at an address watches; return whether the match's record has the address.

        If the bus is away, it has to be called again, at the visitor's next request.
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
