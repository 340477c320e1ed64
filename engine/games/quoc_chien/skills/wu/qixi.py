"""Qixi, a skill of Ganning of Wu."""

from engine.games.quoc_chien.content.cards import BLACK
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import SuitAs


@known
class Qixi(SuitAs):
    """Black cards count as Dismantling."""

    name = "qixi"
    names = wording(en="Qixi", vi="Kỳ Tập", ja="奇襲")
    text = wording(
        en="Black cards count as Guohe Chaiqiao.",
        vi="Lá đen dùng như Quá Hà Sách Kiều.",
        ja="黒のカードは過河拆橋として使える。",
    )
    wanted = "guohe-chaiqiao"
    suits = BLACK
