"""Qiluan, a skill of Hetaihou of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws


@known
class Qiluan(Draws):
    """At the end of a turn in which the owner killed draws three."""

    name = "qiluan"
    moments = ("turn_ending",)
    cards = 3

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it did."""
        return bool(state.counters[seat, "turn:killed"])
