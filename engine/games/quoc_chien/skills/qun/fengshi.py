"""Fengshi, a skill of Zhangren of Qun."""

from collections.abc import Iterable
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    discarded,
    equipped,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.games.quoc_chien.skills.occasions import is_besieging
from engine.kit.resolving.frames import FrameStep, StackFrame, instead


@known
class Fengshi(Stepwise):
    """Siege: whom a besieger's Slash names discards an equipment."""

    name = "fengshi"
    must = True
    asked = ("fengshi", "asked")
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner besieges, too, and the besieged wears something."""
        worn = equipped(state, Seat(str(firing.fact("target"))))
        return firing.fact("name") in SLASHES and bool(worn) and is_besieging(state, firing, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """It chooses which."""
        target = doing.whom("target")
        if doing.at == 0:
            worn = map(str, equipped(state, target))
            return doing.then(state, doing.choose(worn, by=target, kind="discard"))
        return instead(discarded(state, came), *lost(state, target, came, thrown=len(came)))

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could complete a siege."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=True),)
