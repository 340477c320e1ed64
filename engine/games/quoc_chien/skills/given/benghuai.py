"""Benghuai, a skill that Baoling gives."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    counted,
    health_of,
    most_health,
    put,
)
from engine.games.quoc_chien.resolving.damage import Death, Losing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


class BenghuaiLoss(IntEnum):
    """What Benghuai costs; players choose by the number."""

    HEALTH = 1
    LIMIT = 2


@known
class Benghuai(Stepwise):
    """In the owner's end phase, unless nobody has less health: loses one (1), or one of the limit (2)."""

    name = "benghuai"
    must = True
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When somebody has less."""
        mine = health_of(state, seat)
        return is_own(firing, "seat", seat) and any(health_of(state, one) < mine for one in alive(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose what is lost."""
        return use.ask(state, use.choose(BenghuaiLoss), self.chosen)

    def chosen(self, use: SkillUse, state: State, loss: BenghuaiLoss) -> FrameStep:
        """Lose it."""
        if loss is BenghuaiLoss.HEALTH:
            return instead(state, Losing(use.seat))
        state = shrunk(state, use.seat)
        # Nobody recovers above a limit of nothing: there's no rescue.
        return done(state) if most_health(state, use.seat) > 0 else instead(state, Death(use.seat, None))


def shrunk(state: State, seat: Seat) -> State:
    """Return the state with a seat's health limit one lower, and its health no higher than that."""
    state = counted(state, seat, Count.MAX_HEALTH, -1)
    return put(state, seat, Count.HEALTH, min(health_of(state, seat), most_health(state, seat)))
