"""Tuxi, a skill of Zhangliao of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    others,
    put,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import gives_up_drawing
from engine.kit.resolving.frames import FrameStep, instead


@known
class Tuxi(Stepwise):
    """Gives up drawing to take a card each from one or two others."""

    name = "tuxi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, when somebody has cards in hand."""
        return (
            is_own(firing, "seat", seat)
            and bool(others(state, seat, held))
            and not gives_up_drawing(state, seat)
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose from whom."""
        if doing.at == 0:
            state = put(state, doing.seat, "turn:no_draw", 1)
            return doing.then(state, doing.choose(others(state, doing.seat, held), 1, 2))
        takes = [Robbing(doing.seat, Seat(one), keeps=True, places=("hand",)) for one in came]
        return instead(state, *takes)
