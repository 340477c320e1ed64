"""Kongcheng, a skill of Zhugeliang of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Kongcheng(Shunning):
    """With an empty hand no target of Slashes and duels."""

    name = "kongcheng"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """With an empty hand."""
        return name in (*SLASHES, "juedou") and not held(state, seat)
