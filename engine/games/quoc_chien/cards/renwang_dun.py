"""Renwang Dun: armour."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class KingsShield(Skill):
    """Nhân Vương Thuẫn: black Slashes have no effect."""

    name = "renwang-dun"

    def stops(self, name: str, colour: str) -> bool:
        """Tell whether the card is black; only Slashes are asked about, and mass tricks without a colour."""
        return colour == "black"
