"""Baiyin Shizi: armour."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.resolving.healing import Healing
from engine.kit.resolving.frames import StackFrame


@known
class SilverLion(Skill):
    """Bạch Ngân Sư Tử: no more than one damage at a time gets through; its loss heals."""

    name = "baiyin-shizi"
    left = Count.UNSILVERED

    def endured(self, amount: int, nature: str) -> int:
        """Return at most one."""
        return min(1, amount)

    def after_leaving(self, game: QuocRules, seat: Seat) -> tuple[StackFrame, ...]:
        """Give the former owner one health."""
        return (Healing(seat),)
