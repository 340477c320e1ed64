"""Qinggang Jian: weapon."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State


@known
class BlueSteelSword(Skill):
    """Thanh Công Kiếm: its owner's Slashes ignore armour."""

    name = "qinggang-jian"

    def pierces(self, state: State, seat: Seat) -> bool:
        """Return True."""
        return True
