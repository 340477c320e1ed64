"""Huoshou, a skill of Menghuo of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Huoshou(Shunning):
    """Barbarians don't affect the owner."""

    name = "huoshou"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"
