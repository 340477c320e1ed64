"""Xiaoji, a skill of Sunshangxiang of Wu."""

from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import Draws


@known
class Xiaoji(Draws):
    """Draws two after losing an equipment."""

    name = "xiaoji"
    moments = (Moment.UNEQUIPPED,)
    whose = "seat"
    cards = 2
