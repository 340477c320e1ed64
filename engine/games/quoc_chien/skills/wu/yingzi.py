"""Yingzi, a skill of Zhouyu of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    counted,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Yingzi(Stepwise):
    """Draws one more in the draw phase."""

    name = "yingzi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw one more."""
        return done(counted(state, doing.seat, "turn:draw"))
