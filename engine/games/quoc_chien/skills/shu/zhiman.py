"""Zhiman, a skill of Masu of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import OPEN, takeable
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, instead


@known
class Zhiman(Stepwise):
    """Prevents own damage to another to take a card that lies before it; a friend may change its deputy."""

    name = "zhiman"
    moments = ("causing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to deal it to another with such a card."""
        victim = Seat(str(firing.fact("victim")))
        lies = bool(takeable(state, victim, OPEN))
        return is_own(firing, "source", seat) and victim != seat and lies

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Call it off, take it, let a friend change."""
        seat, victim = doing.seat, doing.whom("victim")
        match doing.at:
            case 0:
                state = amended(state, Damage, off=True)
                return doing.then(state, Robbing(seat, victim, keeps=True, places=OPEN))
            case 1 if are_friends(state, seat, victim) and can_change(state, victim):
                return doing.then(state, doing.choose((1,), 0, by=victim))
            case 2 if came:
                return instead(state, Changing(victim))
        return done(state)
