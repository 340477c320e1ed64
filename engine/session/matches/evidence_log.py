"""The engine's reports to the keeper of its evidence: all messages that it took in or sent.

Knows no files.
"""

from dataclasses import dataclass
from typing import Any, Protocol, Self

from engine.session.matches.match import Match


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passed, and a waiting event was carried out."""


@dataclass(frozen=True, slots=True)
class JournalEnd:
    """The length of the journal."""

    entries: int
    """How many entries it has."""
    last_hash: str
    """The hash of the last entry."""


@dataclass(frozen=True, slots=True)
class EvidenceReach:
    """The length of the evidence, as a journal seals it so that later changes show."""

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
        """Return the reach that `dump` wrote.

        Raises:
            TypeError, ValueError: `dump` didn't write this.
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
    """Keeps the evidence of one table.

    It raises no errors, because no fault of its own may hold up the match.

    `at` is the engine's monotonic clock when the event was carried out.
    """

    @property
    def reach(self) -> EvidenceReach | None:
        """The length of the evidence; None: nothing is recorded."""

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """Begin to record a match that is opened or taken up."""

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Record a message that was taken in and carried out, kept, or sent."""

    def close(self) -> None:
        """End the recording."""


class Unrecorded:
    """Records nothing."""

    reach = None

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """Do nothing."""

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
