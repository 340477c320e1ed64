"""Niaoxiang, a skill of Jiangqin of Wu."""

from collections.abc import Iterable
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.effects import Slashing
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.games.quoc_chien.skills.occasions import is_besieging
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done


@known
class Niaoxiang(Stepwise):
    """Siege: a besieger's Slash on the besieged takes two Dodges."""

    name = "niaoxiang"
    must = True
    moments = ("slashing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner besieges, too."""
        return is_besieging(state, firing, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Two Dodges."""
        return done(amended(state, Slashing, dodges=2))

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could complete a siege."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=True),)
