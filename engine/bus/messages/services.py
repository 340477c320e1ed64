"""Messages of services about themselves."""

from dataclasses import dataclass, field

from engine.core.phrase import Phrase, unsaid


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
