"""Liefeng, a skill of Lingtong of Wu."""

from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import DiscardsOfAnother


@known
class Liefeng(DiscardsOfAnother):
    """After losing equipment discards a card of another."""

    name = "liefeng"
    moments = (Moment.UNEQUIPPED,)
