"""Benghuai, a skill that Baoling gives."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    counted,
    health_of,
    most_health,
    put,
)
from engine.games.quoc_chien.resolving.damage import Death, Losing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Benghuai(Stepwise):
    """In the own end phase, unless nobody has less health: loses one health (1), or one of the limit (2)."""

    name = "benghuai"
    must = True
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When somebody has less."""
        mine = health_of(state, seat)
        return is_own(firing, "seat", seat) and any(health_of(state, one) < mine for one in alive(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, lose."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose((1, 2)))
        if came[0] == 1:
            return instead(state, Losing(seat))
        state = shrunk(state, seat)
        # Nobody recovers above a limit of nothing: there's no rescue.
        return done(state) if most_health(state, seat) > 0 else instead(state, Death(seat, None))


def shrunk(state: State, seat: Seat) -> State:
    """Return the state with a seat's health limit one lower, and its health no higher than that."""
    state = counted(state, seat, "max_health", -1)
    return put(state, seat, "health", min(health_of(state, seat), most_health(state, seat)))
