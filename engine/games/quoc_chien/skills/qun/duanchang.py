"""Duanchang, a skill of Caiwenji of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    general_in,
    put,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Duanchang(Stepwise):
    """On death the killer loses the skills of one of its generals."""

    name = "duanchang"
    must = True
    moments = ("death",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is killed by somebody."""
        return is_own(firing, "victim", seat) and firing.fact("killer") not in ("", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which."""
        killer = doing.whom("killer")
        if doing.at == 0:
            ways = [place for place in PLACES if general_in(state, killer, place) is not None]
            return doing.then(state, doing.choose(ways))
        return done(put(state, killer, f"lost.{came[0]}", 1) if came else state)
