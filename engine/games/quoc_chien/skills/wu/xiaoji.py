"""Xiaoji, a skill of Sunshangxiang of Wu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import Draws


@known
class Xiaoji(Draws):
    """The owner draws two cards after losing an equipment."""

    name = "xiaoji"
    names = wording(en="Xiaoji", vi="Kiêu Cơ", ja="梟姫")
    text = wording(
        en="After losing an equipment, draw two.",
        vi="Sau khi mất một trang bị, rút hai lá.",
        ja="装備を失うと2枚引く。",
    )
    moments = (Moment.UNEQUIPPED,)
    whose = "seat"
    cards = 2
