"""Xiaoji, a skill of Sunshangxiang of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws, is_own


@known
class Xiaoji(Draws):
    """Draws two after losing an equipment."""

    name = "xiaoji"
    moments = ("unequipped",)
    cards = 2

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was hers."""
        return is_own(firing, "seat", seat)
