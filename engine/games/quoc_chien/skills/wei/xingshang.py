"""Xingshang, a skill of Caopi of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Xingshang(Stepwise):
    """Takes all cards of another who dies."""

    name = "xingshang"
    moments = ("death",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another with cards dies."""
        victim = Seat(str(firing.fact("victim")))
        return victim != seat and bool(cards_of(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take them."""
        for card in cards_of(state, doing.whom("victim")):
            state = taken(state, card, doing.seat)
        return done(state)
