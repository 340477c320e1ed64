"""Xiaoji, a skill of Sunshangxiang of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.moments import Firing


@known
class Xiaoji(Draws):
    """Draws two after losing an equipment."""

    name = "xiaoji"
    moments = ("unequipped",)
    cards = 2

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it was hers."""
        return is_own(firing, "seat", seat)
