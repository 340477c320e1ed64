"""Huoji, a skill of Wolong of Shu."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import RedAs


@known
class Huoji(RedAs):
    """Red hand cards count as Fire Attacks."""

    name = "huoji"
    wanted = "huogong"
    only_in_hand = True
