"""Bazhen, a skill of Wolong of Shu."""

from engine.games.quoc_chien.position.registry import Skill, known


@known
class Bazhen(Skill):
    """Without armour as if with the Eight Trigrams."""

    name = "bazhen"
    must = True
