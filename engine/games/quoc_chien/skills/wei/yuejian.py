"""Yuejian, a skill of Bianhuanghou of Wei."""

from engine.games.quoc_chien.position.registry import Skill, known


@known
class Yuejian(Skill):
    """Who of the kingdom used no card on others in its turn keeps as many as its health limit."""

    name = "yuejian"
    must = True
