"""Mingguang Kai: armour."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Shunning

CAMPS = ("huoshao-lianying", "huogong", "huo-sha")
"""What shining armour keeps off."""


@known
class ShiningArmour(Shunning):
    """Minh Quang Khải: no target of camps, fire attacks, fire Slashes; of a small kingdom, no chain."""

    name = "mingguang-kai"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for these."""
        return name in CAMPS
