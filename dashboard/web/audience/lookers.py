"""Who looks on without a seat: each address is kept with the match once, by what it follows.

Knows no sockets; whoever calls says who came, and the engine writes it into the match's record.
"""

from collections.abc import Callable
from secrets import token_hex

from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import BoardwardenError

WATCHING, BROADCAST = "watching", "broadcast"
"""What is followed: the table's own page, or what is made for the world outside."""

LOOKERS_LIMIT = 64
"""So many are kept a match: a crowd can't fill its record."""


class Lookers:
    """Who was kept of the match that is played. `record` sends a command to the engine."""

    def __init__(self, record: Callable[[Command], None], *, match: Callable[[], str]) -> None:
        self._record = record
        self._match = match
        self._of = ""
        self._kept: set[tuple[str, str]] = set()

    def came(self, address: str, follows: str) -> None:
        """Take note that somebody at an address looks on; while the bus is away, when it's next heard of."""
        match = self._match()
        if match != self._of:
            self._of, self._kept = match, set()
        one = (address, follows)
        if not match or not address or one in self._kept or len(self._kept) >= LOOKERS_LIMIT:
            return
        asked = Command(token_hex(8), CommandKind.LOOK_ON, 0, thing=follows, name=address)
        try:
            self._record(asked)
        except BoardwardenError:
            return
        self._kept.add(one)
