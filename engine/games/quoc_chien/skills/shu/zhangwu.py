"""Zhangwu, a skill of Lord Liubei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    alive,
    cards_of,
    equipped,
    taken,
)
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing

SWORD = "feilong-duofeng.S2"


@known
class Zhangwu(Stepwise):
    """The lord's sword comes back from others and the discards; lost, it goes under the deck for two."""

    name = "zhangwu"
    must = True
    moments = (Moment.LOST, Moment.USED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it has just left the owner; or when it lies on the discards, or before another."""
        if SWORD in cards_of(state, seat) or state.zones.zone_of(SWORD) is None:
            return False
        if firing.moment == Moment.LOST and is_own(firing, "seat", seat):
            return bool(firing.fact("phoenix"))
        worn = any(SWORD in equipped(state, one) for one in alive(state, seat, others=True))
        return worn or state.zones.is_in(SWORD, DISCARDS)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lay it under the deck and draw; or take it back."""
        if is_own(use, "seat", use.seat) and use.fact("phoenix"):
            state = altered(state, zones=state.zones.moved(SWORD, DECK, bottom=True))
            return instead(state, drawing(use.seat, 2))
        loser = next((one for one in alive(state) if SWORD in equipped(state, one)), None)
        state = taken(state, SWORD, use.seat)
        return instead(state, *(lost(state, loser, (SWORD,)) if loser is not None else ()))
