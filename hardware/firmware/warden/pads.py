"""The pads with readers: what lies there, and whether the reader works."""

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
    """A chip behind its select line on a bus that others share."""

    def __init__(self, spi: "Bus", select: "Pin") -> None:
        self._spi = spi
        self._select = select

    def write(self, data: bytes) -> None:
        """Write under one selection."""
        self._select(0)
        self._spi.write(data)
        self._select(1)

    def exchange(self, data: bytes) -> bytes:
        """Write under one selection; what came meanwhile."""
        answer = bytearray(len(data))
        self._select(0)
        self._spi.write_readinto(data, answer)
        self._select(1)
        return bytes(answer)


class Pad:
    """One reader and what lay on it. `fault` names what is wrong with it, or is empty.

    `answers`: whether it did at its last start. It may, and have a fault all the same: it never reads.
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
        """A reading broke off: start again. A reader that answers and fails all the same is faulty."""
        self._failed = min(self._failed + 1, FAILS)
        self.start(1, now)
        if self.answers and self._failed == FAILS:
            self.fault = "its " + self._kind + " answers, but " + (str(why) or "can't read")

    def found(self, uids: "tuple[bytes, ...]") -> "tuple[bytes, ...]":
        """Take in one whole reading; what lies there, with what was missed too seldom to have gone."""
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
