"""What is believed of a table: every source's looks, and what was believed when it was last judged. Pure."""

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
    """All sources' runs, and what was believed at the last judged sighting.

    `last`: where each piece was last known to be, `pushed`: which of them perhaps at their cell's edge.
    `known_murky`: cells that couldn't be looked at, or read, then, and so hide nothing new; None before the
    first. `lost`: pieces that weren't where they had been, so perhaps in such a cell. `lies`: how each piece
    was seen to lie last. `trail`: what happened since. `tracking`: what follows from switches.
    `quarrels`: where sources contradict each other. `left`: pieces that a camera saw, or a switch felt, leave
    where they lay a moment ago: from where, and when. `eyes_back_at`: when a camera looked again after none
    had for a while; `eyes_at`: when one last saw something. `went_at`: when switches or readers ceased to
    look somewhere, and haven't begun to anywhere since. `hands`: who was handled where no camera has looked
    since.
    """

    runs: Mapping[str, Run] = field(default_factory=dict)
    last: Mapping[PieceId, Cell] = field(default_factory=dict)
    pushed: frozenset[PieceId] = frozenset()
    known_murky: frozenset[Cell] | None = None
    lost: frozenset[PieceId] = frozenset()
    lies: Lies = field(default_factory=dict)
    trail: Trail = field(default_factory=Trail)
    tracking: Tracking = field(default_factory=Tracking)
    quarrels: Quarrels = field(default_factory=Quarrels)
    left: Mapping[PieceId, tuple[Cell, Seconds]] = field(default_factory=dict)
    eyes_back_at: Seconds | None = None
    eyes_at: Seconds | None = None
    went_at: Seconds | None = None
    hands: Hands = field(default_factory=dict)

    @property
    def last_at(self) -> Seconds | None:
        """Return the capture time of the newest look; None without any."""
        return max((run.last_at for run in self.runs.values()), default=None)

    def seen_until(self, settling: Settling = USUAL) -> Seconds | None:
        """Return the capture time that every live source has reached; None without sources.

        A switch speaks as soon as anything changes: beside others it needn't be waited for.
        """
        live = live_among(self.runs, settling)
        slow = [run for run in live.values() if not run.feels] or live.values()
        return min((run.last_at for run in slow), default=None)
