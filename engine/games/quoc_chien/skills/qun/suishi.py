"""Suishi, a skill of Tianfeng of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Suishi(Stepwise):
    """Draws when another is dying by the own kingdom's damage; loses health when one of the kingdom dies."""

    name = "suishi"
    must = True
    moments = ("dying", "death")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's another."""
        victim = Seat(str(firing.fact("victim")))
        if victim == seat:
            return False
        if firing.moment == "death":
            return are_friends(state, seat, victim)
        source = Seat(str(firing.fact("source")))
        return bool(source) and are_friends(state, seat, source)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, or lose."""
        died = "killer" in dict(doing.facts)
        return instead(state, Losing(doing.seat) if died else drawing(doing.seat, 1))
