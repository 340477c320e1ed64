"""Baoling, a skill of Dongzhuo of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    general_in,
    put,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Baoling(Stepwise):
    """As head, with the deputy there: removes it for three health more, and has Benghuai from then on."""

    name = "baoling"
    must = True
    only = "head"
    moments = ("after_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After the own play phase."""
        return is_own(firing, "seat", seat) and general_in(state, seat, "deputy") is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Remove it, grow."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, Removing(seat, "deputy"))
        state = put(counted(state, seat, "max_health", 3), seat, "given.benghuai", 1)
        return instead(state, Healing(seat, 3))
