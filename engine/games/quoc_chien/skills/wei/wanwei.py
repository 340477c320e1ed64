"""Wanwei, a skill of Bianhuanghou of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class Wanwei(Skill):
    """The owner chooses which of the owner's cards others take or discard."""

    name = "wanwei"
    names = wording(en="Wanwei", vi="Vãn Nguy", ja="挽危")
    text = wording(
        en="You choose which of your cards others take or discard.",
        vi="Bạn chọn lá nào của mình bị lấy hoặc bị bỏ.",
        ja="ほかの人に取られるか捨てられるカードを自分で選ぶ。",
    )
    must = True
