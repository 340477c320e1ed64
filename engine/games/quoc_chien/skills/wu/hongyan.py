"""Hongyan, a skill of Xiaoqiao of Wu."""

from engine.games.quoc_chien.position.registry import Skill, known


@known
class Hongyan(Skill):
    """Her spades count as hearts."""

    name = "hongyan"
    must = True
