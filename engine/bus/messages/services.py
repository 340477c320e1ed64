"""Messages of services about themselves."""

from dataclasses import dataclass, field

from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class TableClaim:
    """The table that has a name on a broker. Retained; the last will takes it away."""

    identity: str
    """The table's own identity: it lasts as long as its data folder, whatever it is called."""
    host: str
    """The machine that it runs on, as people call it."""
    since: float = 0.0
    """Since when it has the name, in seconds by the wall clock."""


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a service or device is there. Retained; the last will says `online: false`."""

    online: bool
    """It is there."""
    version: str = ""
    """Its version; empty if it isn't known."""
    pid: int = 0
    """The id of its process; 0 if it isn't known."""
    since: float = 0.0
    """Since when it is there, in seconds by the wall clock."""
    reason: Phrase = field(default_factory=unsaid)
    """Why it isn't there, for people."""
