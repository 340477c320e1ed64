"""Guose, a skill of Daqiao of Wu."""

from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import SuitAs


@known
class Guose(SuitAs):
    """Diamonds count as Indulgence."""

    name = "guose"
    names = wording(en="Guose", vi="Quốc Sắc", ja="国色")
    text = wording(
        en="Diamonds count as Le Busi Shu.",
        vi="Lá rô dùng như Lạc Bất Tư Thục.",
        ja="ダイヤのカードは楽不思蜀として使える。",
    )
    wanted = "le-busi-shu"
    suits = (Suit.DIAMOND,)
