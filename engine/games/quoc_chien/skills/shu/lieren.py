"""Lieren, a skill of Zhurong of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Lieren(Stepwise):
    """After an own Slash dealt damage compares points; wins a card."""

    name = "lieren"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When both have cards."""
        victim = Seat(str(firing.fact("victim")))
        dealt = is_struck_by(firing, seat)
        return dealt and victim not in state.out and bool(held(state, seat)) and bool(held(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare, take."""
        victim = doing.whom("victim")
        if doing.at == 0:
            return doing.then(state, Comparing(doing.seat, victim))
        if not came:
            return done(state)
        return instead(state, Robbing(doing.seat, victim, keeps=True, places=("hand", "equipment")))
