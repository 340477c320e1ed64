"""Luoyi, a skill of Xuchu of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    put,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import gives_up_drawing
from engine.kit.resolving.frames import FrameStep, done


@known
class Luoyi(Stepwise):
    """Draws one less; own Slashes and duels deal one more in this turn."""

    name = "luoyi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not gives_up_drawing(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw less, and remember it."""
        state = counted(state, doing.seat, "turn:draw", -1)
        return done(put(state, doing.seat, "turn:stronger", 1))
