"""Tengjia: armour."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.resolving.damage import FIRE


@known
class RattanArmour(Skill):
    """Đằng Giáp: plain Slashes, barbarians and arrows have no effect; fire hurts more."""

    name = "tengjia"

    def stops(self, name: str, colour: str) -> bool:
        """Tell whether the card is one of these."""
        return name in ("sha", "nanman-ruqin", "wanjian-qifa")

    def endured(self, amount: int, nature: str) -> int:
        """Return one more for fire."""
        return amount + 1 if nature == FIRE else amount
