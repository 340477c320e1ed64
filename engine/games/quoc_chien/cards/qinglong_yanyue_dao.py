"""Qinglong Yanyue Dao: weapon."""

from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class GreenDragonBlade(Skill):
    """Thanh Long Yển Nguyệt Đao: targets of its owner's Slash show no general until the Slash is over."""

    name = "qinglong-yanyue-dao"

    def masks(self, name: str) -> bool:
        """Tell whether it's a Slash."""
        return name in SLASHES
