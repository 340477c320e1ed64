"""Bazhen, a skill of Wolong of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class Bazhen(Skill):
    """Without an armour the owner counts as wearing the Eight Trigrams."""

    name = "bazhen"
    names = wording(en="Bazhen", vi="Bát Trận", ja="八陣")
    text = wording(
        en="Without armour you have Bagua Zhen.",
        vi="Không có giáp thì coi như có Bát Quái Trận.",
        ja="防具がなければ八卦陣を装備したことになる。",
    )
    must = True
