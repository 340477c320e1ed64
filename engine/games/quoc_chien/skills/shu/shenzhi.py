"""Shenzhi, a skill of Ganfuren of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    discarded,
    health_of,
    held,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Shenzhi(Stepwise):
    """In the own start phase may discard the hand; for as many as the own health it heals one."""

    name = "shenzhi"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, with cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Discard, heal."""
        hand = held(state, doing.seat)
        heals = len(hand) >= health_of(state, doing.seat)
        state = discarded(state, hand)
        return instead(state, *lost(state, doing.seat, hand), *([Healing(doing.seat)] if heals else []))
