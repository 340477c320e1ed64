"""Xiaoji, a skill of Sunshangxiang of Wu."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import Draws


@known
class Xiaoji(Draws):
    """Draws two after losing an equipment."""

    name = "xiaoji"
    moments = ("unequipped",)
    whose = "seat"
    cards = 2
