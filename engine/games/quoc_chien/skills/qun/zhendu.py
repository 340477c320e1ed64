"""Zhendu, a skill of Hetaihou of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    discarded,
    held,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Zhendu(Stepwise):
    """At the start of another's play phase, for a hand card: it has drunk wine, and takes one damage."""

    name = "zhendu"
    moments = ("phase_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a card in hand."""
        return not is_own(firing, "seat", seat) and bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, poison."""
        if doing.at == 0:
            return doing.then(state, doing.choose(held(state, doing.seat), kind="discard"))
        whom = doing.whom("seat")
        state = put(counted(discarded(state, came), whom, "turn:drunk"), whom, "turn:jiu", 1)
        return instead(state, *lost(state, doing.seat, came), Damage(whom, 1, doing.seat))
