"""Hunshang, a skill of Sunce of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    health_of,
    put,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Hunshang(Stepwise):
    """As deputy, with one health: has Yingzi and Yinghun in this turn."""

    name = "hunshang"
    must = True
    only = "deputy"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, with one health."""
        return is_own(firing, "seat", seat) and health_of(state, seat) == 1

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Have them."""
        for skill in ("yingzi", "yinghun"):
            state = put(state, doing.seat, f"turn:given.{skill}", 1)
        return done(state)
