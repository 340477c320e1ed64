"""Biyue, a skill of Diaochan of Qun."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import Draws


@known
class Biyue(Draws):
    """The owner draws one card in the end phase."""

    name = "biyue"
    names = wording(en="Biyue", vi="Bế Nguyệt", ja="閉月")
    text = wording(
        en="In the end phase draw one.",
        vi="Giai đoạn kết thúc rút một lá.",
        ja="終了フェイズに1枚引く。",
    )
    moments = (Moment.PHASE_END,)
    whose = "seat"
