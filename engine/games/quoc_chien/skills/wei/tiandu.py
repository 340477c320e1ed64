"""Tiandu, a skill of Guojia of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    JUDGED,
    State,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Tiandu(Stepwise):
    """Takes the card of the own judgment."""

    name = "tiandu"
    moments = ("judged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After an own judgment whose card still lies there."""
        return is_own(firing, "seat", seat) and bool(state.zones.known(JUDGED))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take it."""
        for card in state.zones.known(JUDGED)[:1]:
            state = taken(state, card, doing.seat)
        return done(state)
