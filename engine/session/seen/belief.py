"""The belief about a table: every source's looks, and the state of the last judgement. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.ids import Cell, PieceId, Seconds
from engine.session.seen.quarrels import Quarrels
from engine.session.seen.runs import USUAL, Run, Settling, live_among
from engine.session.seen.switch_tracks import Tracking
from engine.session.seen.touches import Lies
from engine.session.seen.trail import Trail
from engine.session.seen.unwatched import Hands


@dataclass(frozen=True, slots=True)
class Belief:
    """All sources' runs, and what was known at the last judged sighting."""

    runs: Mapping[str, Run] = field(default_factory=dict)
    """Each source's run."""
    last: Mapping[PieceId, Cell] = field(default_factory=dict)
    """The last known cell of each piece."""
    pushed: frozenset[PieceId] = frozenset()
    """The pieces among them that perhaps lay at their cell's edge."""
    known_murky: frozenset[Cell] | None = None
    """Cells that couldn't be looked at, or read, at that time, and so hide nothing new; None before the
    first."""
    lost: frozenset[PieceId] = frozenset()
    """Pieces that had left their places, so perhaps lie in a murky cell."""
    lies: Lies = field(default_factory=dict)
    """How each piece was last seen to lie."""
    trail: Trail = field(default_factory=Trail)
    """The events since then."""
    tracking: Tracking = field(default_factory=Tracking)
    """The conclusions from switches."""
    quarrels: Quarrels = field(default_factory=Quarrels)
    """Where sources contradict each other."""
    left: Mapping[PieceId, tuple[Cell, Seconds]] = field(default_factory=dict)
    """Pieces that a camera saw, or a switch felt, leave their place a moment ago: the place, and when."""
    agreed: Mapping[PieceId, Cell] = field(default_factory=dict)
    """Pieces that a camera has seen in the cell where a reader names them, since the reader named them."""
    eyes_back_at: Seconds | None = None
    """When a camera looked again after none had for a while; None if there was no such gap."""
    eyes_at: Seconds | None = None
    """When a camera last saw something; None if none did."""
    went_at: Seconds | None = None
    """When switches or readers ceased to look somewhere, unless one has begun to look since; else None."""
    hands: Hands = field(default_factory=dict)
    """The pieces that were handled where no camera has looked since."""

    @property
    def last_at(self) -> Seconds | None:
        """Return the capture time of the newest look; None without any."""
        return max((run.last_at for run in self.runs.values()), default=None)

    def seen_until(self, settling: Settling = USUAL) -> Seconds | None:
        """Return the capture time that every live source has reached; None without sources.

        Switches report every change at once, so they needn't be waited for beside other sources.
        """
        live = live_among(self.runs, settling)
        slow = [run for run in live.values() if not run.feels] or live.values()
        return min((run.last_at for run in slow), default=None)
