"""Keji, a skill of Lvmeng of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    put,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Keji(Stepwise):
    """Skips the discard phase if no Slash was used or played in the play phase."""

    name = "keji"
    moments = ("before_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own discard phase, without a Slash in this turn."""
        quiet = not state.counters[seat, "turn:sha"] and not state.counters[seat, "turn:slashed"]
        return is_own(firing, "seat", seat) and quiet

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Skip it."""
        return done(put(state, doing.seat, "turn:skip.discard", 1))
