"""Fenming, a skill of Chenwudongxi of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
)
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, instead


@known
class Fenming(Stepwise):
    """Chained, discards a card of every chained player."""

    name = "fenming"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase, chained."""
        return is_own(firing, "seat", seat) and bool(state.counters[seat, "chained"])

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """One of each."""
        chained = [one for one in alive(state, doing.seat) if state.counters[one, "chained"]]
        frames: list[StackFrame] = [
            Dropping(one, 1, all_of_it=True)
            if one == doing.seat
            else Robbing(doing.seat, one, places=("hand", "equipment"))
            for one in chained
            if cards_of(state, one)
        ]
        return instead(state, *frames)
