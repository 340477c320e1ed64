"""Tuntian, a skill of Dengai of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Tuntian(Stepwise):
    """After losing cards outside the own turn judges: not heart, it's a field; fields bring others nearer."""

    name = "tuntian"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner lost cards in another's turn."""
        return is_own(firing, "seat", seat) and state.turn != seat

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge, lay it on the general."""
        if doing.at == 0:
            return doing.then(state, Judging(doing.seat, self.name))
        if came is None or came[0] == "H" or not state.zones.is_in(came[2], DISCARDS):
            return done(state)
        return done(moved(state, came[2], own(doing.seat, "fields")))

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less for each field."""
        return -state.zones.count(own(seat, "fields"))
