"""Jushou, a skill of Caoren of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    turned_over,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Jushou(Stepwise):
    """Draws three and turns over in the own end phase."""

    name = "jushou"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Do it."""
        return instead(turned_over(state, doing.seat), drawing(doing.seat, 3))
