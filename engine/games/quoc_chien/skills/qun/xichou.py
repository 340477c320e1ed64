"""Xichou, a skill of Lijueguosi of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, put
from engine.games.quoc_chien.resolving.damage import Healing, Losing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import comes_up
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing

XICHOU = 2
"""How much health two bandits bring along."""


RED, BLACK = 1, 2


@known
class Xichou(Stepwise):
    """Shown for the first time, two health more; loses one with a card of another colour than the last."""

    name = "xichou"
    must = True
    reading = ("xichou", "older")
    moments = (Moment.SHOWN, Moment.USING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it's shown first; in the owner's play phase when the colour changes."""
        if firing.moment == Moment.SHOWN:
            return comes_up(state, firing, seat, self.name) and not state.counters[seat, Count.XICHOU_SPENT]
        colour = {"red": RED, "black": BLACK}.get(str(firing.fact("colour")))
        return is_own(firing, "user", seat) and state.turn == seat and colour is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Grow, or pay."""
        seat = use.seat
        if not use.fact("name"):
            state = counted(put(state, seat, Count.XICHOU_SPENT, 1), seat, Count.MAX_HEALTH, XICHOU)
            return instead(state, Healing(seat, XICHOU))
        colour = RED if use.fact("colour") == "red" else BLACK
        last = state.counters[seat, Count.COLOUR]
        state = put(state, seat, Count.COLOUR, colour)
        return instead(state, Losing(seat)) if last not in (0, colour) else done(state)
