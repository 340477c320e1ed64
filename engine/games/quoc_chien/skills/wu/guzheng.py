"""Guzheng, a skill of Erzhang of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    taken,
)
from engine.games.quoc_chien.resolving.discarding import thrown_away
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Guzheng(Stepwise):
    """At the end of another's discard phase returns one of the discarded cards and takes the others."""

    name = "guzheng"
    moments = ("after_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another discarded in its phase."""
        whom = Seat(str(firing.fact("seat")))
        return whom != seat and whom not in state.out and bool(thrown_away(state, whom))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which goes back."""
        whom = doing.whom("seat")
        if doing.at == 0:
            thrown = tuple(map(str, thrown_away(state, whom)))
            return doing.then(state, doing.choose(thrown), kept=thrown)
        for card in doing.kept:
            state = taken(state, str(card), whom if card in came else doing.seat)
        return done(state)
