"""Guose, a skill of Daqiao of Wu."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import SuitAs


@known
class Guose(SuitAs):
    """Diamonds count as Indulgence."""

    name = "guose"
    wanted = "le-busi-shu"
    suits = ("D",)
