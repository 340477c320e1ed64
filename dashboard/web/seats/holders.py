"""Which devices hold which link, and when each was last seen. Pure: times come in.

A place whose link was taken back gets another link, which nobody holds yet.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from dashboard.web.seats.devices import Device
from engine.core.ids import Seconds

HOLDERS_LIMIT = 32
"""The number of devices that are kept for a link; of more, the one that was seen longest ago goes."""

_LINKS_LIMIT = 64
"""The number of links that are kept, those of earlier matches too; of more, the oldest goes."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A device that holds a link, at the moment of asking."""

    device: Device
    """The device."""
    since: Seconds
    """When it first showed the link, wall clock, s."""
    seen: Seconds
    """When it was last seen, wall clock, s; now while it's connected."""
    lines: int
    """The number of its tablets' pages that are connected now."""


@dataclass(slots=True)
class _Kept:
    """A device that holds a link."""

    since: Seconds
    """When it first showed the link, wall clock, s."""
    seen: Seconds
    """When it was last seen, wall clock, s."""
    lines: set[object] = field(default_factory=set)
    """Its connected pages."""


class Holders:
    """The holders of a table's links. `wall` is the clock."""

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        self._links: dict[str, dict[Device, _Kept]] = {}

    def saw(self, link: str, device: Device) -> bool:
        """Take note that a device has shown a good link; True: it holds that link for the first time."""
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
        """Take note that a connected page has a good link's place; True: as for `saw`."""
        self.leaves(line)
        is_new = self.saw(link, device)
        if device in (kept := self._links.get(link, {})):
            kept[device].lines.add(line)
        return is_new

    def leaves(self, line: object) -> None:
        """Take note that a connected page has no place any more."""
        for kept in self._links.values():
            for one in kept.values():
                if line in one.lines:
                    one.lines.discard(line)
                    one.seen = Seconds(self._wall())

    def of(self, link: str) -> tuple[Holder, ...]:
        """Return the holders of a link, the connected ones first, then those seen last."""
        now = Seconds(self._wall())
        found = [
            Holder(device, one.since, now if one.lines else one.seen, len(one.lines))
            for device, one in self._links.get(link, {}).items()
        ]
        return tuple(sorted(found, key=lambda one: (one.lines == 0, -one.seen)))
