"""Juxiang, a skill of Zhurong of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Shunning, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Juxiang(Shunning):
    """Barbarians don't affect the owner, who takes others' when they're over."""

    name = "juxiang"
    moments = ("aimed", "used")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When Barbarians name the owner; when another's are over and lie on the discards."""
        if firing.moment == "aimed":
            return Shunning.ready(self, game, state, firing, seat)
        anothers = not is_own(firing, "user", seat) and firing.fact("name") == "nanman-ruqin"
        pile = state.zones.known(DISCARDS)[: int(firing.fact("cards"))]
        return anothers and bool(pile) and card_of(pile[0]).name == "nanman-ruqin"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Stop being a target, or take it."""
        if doing.fact("moment") == "aimed":
            return Shunning.step(self, game, state, doing, came)
        return done(taken(state, state.zones.known(DISCARDS)[0], doing.seat))

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"
