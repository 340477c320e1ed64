"""Counts the visitors: a match's record has each device once for each thing that it follows.

The engine writes the record, which everybody reads: it has a mark in the place of the device's address. This
module knows no sockets: its caller gives the addresses.
"""

from collections.abc import Callable
from secrets import token_hex

from dashboard.web.seats.marks import AddressMark
from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import BoardwardenError

WATCHING, BROADCAST, HANDS = "watching", "broadcast", "hands"
"""The things that a visitor can follow: the table's own page, the pages for other sites, or all hands."""

VISITORS_LIMIT = 64
"""The most addresses that a match's record has of each thing, so that a crowd can't fill the record, nor push
out the readers of all hands.
"""


class VisitorCount:
    """The visitors in the present match's record.

    `record` sends a command to the engine; `mark` makes a visitor's mark; `log` adds the address, the thing
    that is followed and the mark to the arbiter's log.
    """

    def __init__(
        self,
        record: Callable[[Command], None],
        *,
        match: Callable[[], str],
        mark: AddressMark,
        log: Callable[[str, str, str], None] = lambda *_: None,
    ) -> None:
        self._record = record
        self._match = match
        self._mark, self._log = mark, log
        self._of = ""
        self._kept: set[tuple[str, str]] = set()

    def mark_of(self, address: str) -> str:
        """Return an address's mark in the present match."""
        return self._mark(self._match(), address)

    def came(self, address: str, follows: str) -> bool:
        """Record that a visitor at an address watches; return whether the match's record has it.

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
        asked = Command(
            token_hex(8), CommandKind.LOOK_ON, 0, thing=follows, name=(mark := self._mark(match, address))
        )
        try:
            self._record(asked)
        except BoardwardenError:
            return False
        self._kept.add(one)
        self._log(address, follows, mark)
        return True
