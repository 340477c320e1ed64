"""The engine's reports to the keeper of its evidence: all that it took in, and all that it said.

Knows no files.
"""

from dataclasses import dataclass
from typing import Any, Protocol, Self

from engine.session.matches.match import Match


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passed, and something that had been waited with was done."""


@dataclass(frozen=True, slots=True)
class JournalEnd:
    """How far the journal is."""

    entries: int
    """How many entries it has."""
    last_hash: str
    """The hash of the last entry."""


@dataclass(frozen=True, slots=True)
class EvidenceReach:
    """How far the evidence is, as a journal seals it: later changes show."""

    file: str
    """The name of its last file."""
    messages: int
    """How many messages that file has."""
    digest: str
    """The hash over all of them, in their order."""

    def dump(self) -> list[Any]:
        """Return it as JSON values."""
        return [self.file, self.messages, self.digest]

    @classmethod
    def load(cls, document: Any) -> Self:
        """Return what `dump` wrote.

        Raises:
            TypeError, ValueError: it didn't.
        """
        file, messages, digest = document
        return cls(str(file), int(messages), str(digest))


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that the engine took in."""

    channel: str
    """The channel's name."""
    name: str
    """The object's name; empty if it has none."""
    message: object
    """The message."""
    at: float
    """When it came, by the monotonic clock."""


class Recorder(Protocol):
    """Keeps the evidence of one table. Nothing it meets may hold up the match: it raises nothing.

    `at` is the engine's monotonic clock at the moment that what happened was carried out by.
    """

    @property
    def reach(self) -> EvidenceReach | None:
        """How far the evidence is; None: nothing is recorded."""

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """A match is opened or taken up; whatever follows is its."""

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Something was taken in and carried out, was kept, or was sent."""

    def close(self) -> None:
        """Nothing more will come."""


class Unrecorded:
    """Keeps nothing."""

    reach = None

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """Do nothing."""

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
