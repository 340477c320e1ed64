"""Wansha, a skill of Jiaxu of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Wansha(Stepwise):
    """In the own turn only the owner and the dying may use Peaches (`Rescuing`)."""

    name = "wansha"
    must = True
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own turn, hidden: shown, it holds anyway."""
        return state.turn == seat and not has(state, seat, self.name)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Be shown: that's enough."""
        return done(state)
