"""Mingguang Kai: armour."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.large_kingdoms import is_small
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Shunning

CAMPS = ("huoshao-lianying", "huogong", "huo-sha")
"""The cards that shining armour keeps off."""


@known
class ShiningArmour(Shunning):
    """Minh Quang Khải: its owner is no target of Linked Camps, Fire Attacks and fire Slashes.

    An owner of a small kingdom can't be chained either.
    """

    name = "mingguang-kai"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return True for the cards that the armour keeps off."""
        return name in CAMPS

    def unchained(self, state: State, seat: Seat) -> bool:
        """Tell whether its owner is of a small kingdom."""
        return is_small(state, seat)
