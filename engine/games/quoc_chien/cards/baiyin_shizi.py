"""Baiyin Shizi: armour."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class SilverLion(Skill):
    """Bạch Ngân Sư Tử: no more than one damage at a time gets through."""

    name = "baiyin-shizi"

    def endured(self, amount: int, nature: str) -> int:
        """Return at most one."""
        return min(1, amount)
