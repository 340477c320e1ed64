"""Wanwei, a skill of Bianhuanghou of Wei."""

from engine.games.quoc_chien.position.registry import Skill, known


@known
class Wanwei(Skill):
    """What others take of the owner's cards, or discard, the owner chooses."""

    name = "wanwei"
    must = True
