"""Hengzheng, a skill of Dongzhuo of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    health_of,
    held,
    put,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import takeable
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import gives_up_drawing
from engine.kit.resolving.frames import FrameStep, instead


@known
class Hengzheng(Stepwise):
    """With one health or an empty hand, instead of drawing takes a card of each other player."""

    name = "hengzheng"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, then."""
        poor = health_of(state, seat) == 1 or not held(state, seat)
        some = any(takeable(state, one) for one in alive(state, seat, others=True))
        return is_own(firing, "seat", seat) and poor and some and not gives_up_drawing(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take one of each."""
        state = put(state, doing.seat, "turn:no_draw", 1)
        others = alive(state, doing.seat, others=True)
        return instead(
            state, *(Robbing(doing.seat, one, keeps=True) for one in others if takeable(state, one))
        )
