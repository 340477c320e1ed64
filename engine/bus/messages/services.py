"""What services say of themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a service or device is there. Retained; the last will says `online: false`."""

    online: bool
    version: str = ""
    pid: int = 0
    since: float = 0.0
    reason: str = ""
