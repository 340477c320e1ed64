"""Yuejian, a skill of Bianhuanghou of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class Yuejian(Skill):
    """A player of the kingdom who used no card on others keeps as many cards as the health limit."""

    name = "yuejian"
    names = wording(en="Yuejian", vi="Ước Kiệm", ja="約倹")
    text = wording(
        en="A player of your kingdom who used no card on others keeps as many cards as their health limit.",
        vi="Người cùng thế lực không dùng bài lên người khác thì giữ được số bài bằng giới hạn sinh lực.",
        ja="ほかの人にカードを使わなかった自勢力の人の手札上限は体力上限になる。",
    )
    must = True
