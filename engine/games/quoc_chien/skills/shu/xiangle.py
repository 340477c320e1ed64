"""Xiangle, a skill of Liushan of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    discarded,
    held,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own, untargeted
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Xiangle(Stepwise):
    """Who aims a Slash at the owner discards a basic card, or it fails."""

    name = "xiangle"
    must = True
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another's Slash names the owner."""
        return is_own(firing, "target", seat) and firing.fact("name") in SLASHES

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Ask the other."""
        user = doing.whom("user")
        if doing.at == 0:
            basics = [card for card in held(state, user) if card_of(card).kind is Kind.BASIC]
            return doing.then(state, doing.choose(basics, 0, by=user, kind="discard"))
        if came:
            return instead(discarded(state, came), *lost(state, user, came))
        return done(untargeted(state, doing.seat))
