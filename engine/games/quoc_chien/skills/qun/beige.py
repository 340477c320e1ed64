"""Beige, a skill of Caiwenji of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    discarded,
    turned_over,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Beige(Stepwise):
    """For a card, who took Slash damage judges: heart heals, diamond draws two, club and spade punish."""

    name = "beige"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a Slash damaged somebody who lives, and the owner has a card."""
        victim = Seat(str(firing.fact("victim")))
        return firing.fact("card") in SLASHES and victim not in state.out and bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, judge, do it."""
        victim, source = doing.whom("victim"), doing.whom("source")
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(cards_of(state, doing.seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                return doing.then(state, *lost(state, doing.seat, came), Judging(victim, self.name))
        match came[0] if came is not None else "":
            case "H":
                return instead(state, Healing(victim))
            case "D":
                return instead(state, drawing(victim, 2))
            case "C" if source:
                return instead(state, Dropping(source, 2, all_of_it=True))
            case "S" if source:
                return done(turned_over(state, source))
        return done(state)
