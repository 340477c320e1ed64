"""What services say of themselves."""

from dataclasses import dataclass, field

from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a service or device is there. Retained; the last will says `online: false`.

    `reason`: why it isn't, for people.
    """

    online: bool
    version: str = ""
    pid: int = 0
    since: float = 0.0
    reason: Phrase = field(default_factory=unsaid)
