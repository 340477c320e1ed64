"""Qianhuan, a skill of Yuji of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of, names
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    discarded,
    own,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, untargeted
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done, nearest

SUITS = ("S", "H", "C", "D")


@known
class Qianhuan(Stepwise):
    """After damage to the own kingdom lays an illusion of a new suit aside; it calls a card off."""

    name = "qianhuan"
    moments = ("damaged", "targeted")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After damage to one of the kingdom; when a basic card or trick names one of it alone."""
        illusions = state.zones.count(own(seat, "illusions"))
        if firing.moment == "damaged":
            victim = Seat(str(firing.fact("victim")))
            return illusions < len(SUITS) and self._is_ours(state, seat, victim) and victim not in state.out
        using = nearest(state, Using)
        if using is None or len(using.targets) != 1 or names()[using.name].kind.is_equipment:
            return False
        return illusions > 0 and self._is_ours(state, seat, using.targets[0])

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn one up and keep it unless its suit lies there; or spend one."""
        illusions = own(doing.seat, "illusions")
        if doing.fact("victim"):
            if doing.at == 0:
                return doing.then(state, Drawing(DECK, illusions, refill=DISCARDS))
            suits = [card_of(card).suit for card in state.zones.known(illusions)]
            return done(discarded(state, came) if len(set(suits)) < len(suits) else state)
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, state.zones.known(illusions))))
        return done(untargeted(discarded(state, came), doing.whom("target")))

    def _is_ours(self, state: State, seat: Seat, whom: Seat) -> bool:
        return whom == seat or are_friends(state, seat, whom)
