"""The devices that hold each link, and when each was last seen. Its caller gives the clock.

After a place's link was taken back, the place has a new link, which no device holds yet.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from dashboard.web.seats.devices import Device
from engine.core.ids import Seconds

HOLDERS_LIMIT = 32
"""The most devices that are kept for a link. Beyond it, the one that was seen longest ago is dropped."""

_LINKS_LIMIT = 64
"""The most links that are kept, with those of earlier matches. Beyond it, the oldest is dropped."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A device that holds a link, as `Holders.of` reports it."""

    device: Device
    """The device."""
    since: Seconds
    """The time when it first showed the link, wall clock, s."""
    seen: Seconds
    """The time when it was last seen, wall clock, s. For a connected device it is now."""
    lines: int
    """The number of its pages that are connected now."""


@dataclass(slots=True)
class _Kept:
    """The state that is kept of a device that holds a link."""

    since: Seconds
    """The time when it first showed the link, wall clock, s."""
    seen: Seconds
    """The time when it was last seen, wall clock, s."""
    lines: set[object] = field(default_factory=set)
    """The device's connected pages."""


class Holders:
    """The holders of a table's links. `wall` is the wall clock, s."""

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        self._links: dict[str, dict[Device, _Kept]] = {}

    def saw(self, link: str, device: Device) -> bool:
        """Note that a device has shown a valid link; return whether it shows this link for the first time."""
        now = Seconds(self._wall())
        kept = self._links.setdefault(link, {})
        if device in kept:
            kept[device].seen = now
            return False
        kept[device] = _Kept(now, now)
        if len(kept) > HOLDERS_LIMIT:
            del kept[min(kept, key=lambda one: (bool(kept[one].lines), kept[one].seen))]
        if len(self._links) > _LINKS_LIMIT:
            del self._links[next(iter(self._links))]
        return True

    def sits(self, line: object, link: str, device: Device) -> bool:
        """Note that a connected page has the place of a valid link; return the same as `saw`.

        `line` is the page's connection.
        """
        self.leaves(line)
        is_new = self.saw(link, device)
        if device in (kept := self._links.get(link, {})):
            kept[device].lines.add(line)
        return is_new

    def leaves(self, line: object) -> None:
        """Note that a connected page has left its place, or hung up."""
        for kept in self._links.values():
            for one in kept.values():
                if line in one.lines:
                    one.lines.discard(line)
                    one.seen = Seconds(self._wall())

    def of(self, link: str) -> tuple[Holder, ...]:
        """Return the holders of a link: the connected ones first, then the others, the last seen first."""
        now = Seconds(self._wall())
        found = [
            Holder(device, one.since, now if one.lines else one.seen, len(one.lines))
            for device, one in self._links.get(link, {}).items()
        ]
        return tuple(sorted(found, key=lambda one: (one.lines == 0, -one.seen)))
