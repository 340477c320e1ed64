"""Ziliang, a skill of Dengai of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    own,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Ziliang(Stepwise):
    """Gives a field to one of the own kingdom who took damage."""

    name = "ziliang"
    only = "deputy"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When one of the kingdom lives on after it, and there is a field."""
        victim = Seat(str(firing.fact("victim")))
        ours = victim == seat or are_friends(state, seat, victim)
        return ours and victim not in state.out and not state.zones.is_empty(own(seat, "fields"))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which."""
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, state.zones.known(own(doing.seat, "fields")))))
        return done(taken(state, came[0], doing.whom("victim")))
