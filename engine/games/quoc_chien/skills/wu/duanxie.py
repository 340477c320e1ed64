"""Duanxie, a skill of Chenwudongxi of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
)
from engine.games.quoc_chien.resolving.extension import Chaining, can_be_chained
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Duanxie(Stepwise):
    """Once: chains another, then the owner."""

    name = "duanxie"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When somebody isn't chained and can be."""
        return bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom."""
        if doing.at == 0:
            return doing.then(state, doing.choose(self._others(state, doing.seat)))
        mine = [] if state.counters[doing.seat, "chained"] else [Chaining(doing.seat)]
        return instead(state, Chaining(Seat(came[0])), *mine)

    def _others(self, state: State, seat: Seat) -> list[str]:
        free = (one for one in alive(state, seat, others=True) if not state.counters[one, "chained"])
        return [str(one) for one in free if can_be_chained(state, one)]
