"""Lirang, a skill of Kongrong of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    alive,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Lirang(Stepwise):
    """Own cards that were discarded may be handed to others."""

    name = "lirang"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When own cards have just come to the discard pile."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, firing))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Hand them out one by one."""
        others = [str(one) for one in alive(state, doing.seat, others=True)]
        if doing.at == 0:
            return doing.again(state, at=1, kept=tuple(self._cards(state, doing)))
        if doing.at == 1 and doing.kept:
            return doing.again(state, doing.choose(others, 0), at=2)
        if doing.at == 2 and came:
            card, *rest = doing.kept
            return doing.again(taken(state, str(card), Seat(came[0])), at=1, kept=tuple(rest))
        return done(state)

    def _cards(self, state: State, moment: Any) -> list[str]:
        count = int(dict(moment.facts).get("thrown", 0))
        return [str(card) for card in state.zones.known(DISCARDS)[:count]]
