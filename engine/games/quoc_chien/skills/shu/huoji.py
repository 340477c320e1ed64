"""Huoji, a skill of Wolong of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import RedAs


@known
class Huoji(RedAs):
    """Red hand cards count as Fire Attacks."""

    name = "huoji"
    names = wording(en="Huoji", vi="Hỏa Kế", ja="火計")
    text = wording(
        en="Red hand cards count as Huogong.",
        vi="Lá đỏ trên tay dùng như Hỏa Công.",
        ja="赤の手札は火攻として使える。",
    )
    wanted = "huogong"
    only_in_hand = True
