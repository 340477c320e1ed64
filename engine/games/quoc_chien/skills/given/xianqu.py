"""The pioneer's mark."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    hidden,
    others,
    own,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done

FULL = 4
"""Up to how many cards the pioneer's mark fills the hand."""


@known
class Xianqu(Mark):
    """Of the first to show a general: fills the hand up to four, then looks at another's hidden general."""

    name = "xianqu"

    def spent(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Draw; choose whom, then which; look."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, drawing(seat, max(0, FULL - len(held(state, seat)))))
            case 1 if others(state, seat, hidden):
                return doing.then(state, doing.choose(others(state, seat, hidden)))
            case 2:
                whom = Seat(came[0])
                return doing.then(state, doing.choose(hidden(state, whom)), kept=(str(whom),))
            case 3:
                slug = state.zones.known(own(doing.kept_seat(), str(came[0])))[0]
                return done(altered(state, zones=state.zones.shown(slug, (seat,))))
        return done(state)
