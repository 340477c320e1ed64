"""Remembers the devices that a bridge before this one left on the bus as connected. Pure.

A bridge that was killed couldn't say that its devices are gone. The next bridge says so for it. A board comes
back within a minute or not at all; later its state is taken off the bus. So are states beyond the number of
devices that any table has.
"""

from engine.core.ids import Seconds

MOST_LEFT = 16
"""How many devices are waited for."""
FORGOTTEN_AFTER = Seconds(60.0)
"""How long a device is waited for."""


class LeftBehind:
    """The devices that are waited for. `now` is monotonic, seconds."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def note(self, device: str, *, now: float) -> bool:
        """Wait for a device; False where `MOST_LEFT` others are waited for already."""
        if device not in self._since and len(self._since) >= MOST_LEFT:
            return False
        self._since.setdefault(device, now)
        return True

    def waits_for(self, device: str) -> bool:
        """Tell whether a device is waited for."""
        return device in self._since

    def back(self, device: str) -> bool:
        """Stop waiting for a device that is back. Tell whether it was waited for."""
        return self._since.pop(device, None) is not None

    def overdue(self, *, now: float) -> tuple[str, ...]:
        """Return the devices that have been waited for long enough, and stop waiting for them."""
        late = tuple(one for one, since in self._since.items() if now - since >= FORGOTTEN_AFTER)
        for one in late:
            del self._since[one]
        return late
