"""Quhu, a skill of Xunyu of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    health_of,
    held,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Quhu(Stepwise):
    """Once: compares points with somebody of more health, who then hits another, or the owner."""

    name = "quhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(self._stronger(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare, then hit."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._stronger(state, seat)))
            case 1:
                return doing.again(state, Comparing(seat, Seat(came[0])), at=2, kept=tuple(came))
            case 2:
                wolf = doing.kept_seat()
                if not came:
                    return instead(state, Damage(seat, 1, wolf))
                near = [str(one) for one in alive(state, seat) if is_within(state, wolf, one)]
                return doing.then(state, doing.choose(near)) if near else done(state)
            case 3 if came:
                return instead(state, Damage(Seat(came[0]), 1, doing.kept_seat()))
        return done(state)

    def _stronger(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(one) for one in others if held(state, one) and health_of(state, one) > health_of(state, seat)
        ]
