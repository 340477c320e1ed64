"""The engine's reports to the keeper of its evidence: all that it took in, and all that it said.

Knows no files.
"""

from dataclasses import dataclass
from typing import Any, Protocol

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

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """A match is opened or taken up; whatever follows is its."""

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Something was taken in and carried out, was kept, or was sent."""

    def close(self) -> None:
        """Nothing more will come."""


class Unrecorded:
    """Keeps nothing."""

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """Do nothing."""

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
