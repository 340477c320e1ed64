"""Hongyan, a skill of Xiaoqiao of Wu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class Hongyan(Skill):
    """Her spades count as hearts."""

    name = "hongyan"
    names = wording(en="Hongyan", vi="Hồng Nhan", ja="紅顔")
    text = wording(
        en="Your spades count as hearts.",
        vi="Lá bích của bạn tính là cơ.",
        ja="自分のスペードはハートになる。",
    )
    must = True
