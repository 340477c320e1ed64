"""Liefeng, a skill of Lingtong of Wu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import DiscardsOfAnother


@known
class Liefeng(DiscardsOfAnother):
    """After losing equipment the owner discards another player's card."""

    name = "liefeng"
    names = wording(en="Liefeng", vi="Liệt Phong", ja="烈風")
    text = wording(
        en="After losing equipment, discard a card of another.",
        vi="Sau khi mất trang bị, bỏ một lá của người khác.",
        ja="装備を失うとほかの人のカードを1枚捨てさせる。",
    )
    moments = (Moment.UNEQUIPPED,)
