"""Qixi, a skill of Ganning of Wu."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import SuitAs


@known
class Qixi(SuitAs):
    """Black cards count as Dismantling."""

    name = "qixi"
    wanted = "guohe-chaiqiao"
    suits = ("S", "C")
