"""The pads with readers: their tags, and whether their readers work."""

from .silence import Dead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Bus, Pin, Reader

MISSES = 3
"""Readings without an answer after which a tag is gone: a tag that fails once hasn't moved."""

FAILS = 3
"""Readings broken off in a row after which a reader that answers is faulty all the same."""

REVIVED_EVERY = 2000
"""The time between two restarts of a reader that died, milliseconds."""


class Selected:
    """A chip on a bus that it shares with others. Its select line chooses it."""

    def __init__(self, spi: "Bus", select: "Pin") -> None:
        self._spi = spi
        self._select = select

    def write(self, data: bytes) -> None:
        """Write under one selection."""
        self._select(0)
        self._spi.write(data)
        self._select(1)

    def exchange(self, data: bytes) -> bytes:
        """Write under one selection, and return the bytes that came at the same time."""
        answer = bytearray(len(data))
        self._select(0)
        self._spi.write_readinto(data, answer)
        self._select(1)
        return bytes(answer)


class Pad:
    """One reader, and the tags of its last readings. `fault` names the reader's fault, or is empty.

    `answers`: whether the reader answered at its last start. A reader that answers may have a fault: it never
    reads a tag.
    """

    def __init__(self, name: str, kind: str, reader: "Reader") -> None:
        self.name = name
        self.reader = reader
        self.fault = ""
        self.answers = False
        self.revived_at = 0
        self.lying: tuple[bytes, ...] = ()
        self._kind = kind
        self._misses: dict[bytes, int] = {}
        self._failed = 0

    def start(self, tries: int, now: int) -> None:
        """Start the reader, or start it again."""
        self.answers = bool(self.reader.start(tries))
        self.revived_at = now + REVIVED_EVERY
        if not self.answers:
            self.fault = "no " + self._kind + " answers"
        elif self._failed < FAILS:
            self.fault = ""

    def failed(self, why: Dead, now: int) -> None:
        """Start the reader again after a reading broke off. A reader that answers but fails is faulty."""
        self._failed = min(self._failed + 1, FAILS)
        self.start(1, now)
        if self.answers and self._failed == FAILS:
            self.fault = "its " + self._kind + " answers, but " + (str(why) or "can't read")

    def found(self, uids: "tuple[bytes, ...]") -> "tuple[bytes, ...]":
        """Take a whole reading, and return the tags on the pad. A tag is gone only after several misses."""
        self._failed = 0
        self.fault = ""
        lying = set(uids)
        for uid in self.lying:
            missed = 0 if uid in uids else self._misses.get(uid, 0) + 1
            self._misses[uid] = missed
            if missed < MISSES:
                lying.add(uid)
        self.lying = tuple(sorted(lying))
        self._misses = {uid: self._misses.get(uid, 0) for uid in self.lying}
        return self.lying
