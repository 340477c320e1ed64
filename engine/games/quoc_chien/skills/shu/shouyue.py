"""Shouyue, a skill of Lord Liubei of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill


@known
class Shouyue(Skill):
    """The skills of the kingdom's five tigers do more.

    By Wusheng any card counts as a Slash. Paoxiao pierces armour, Longdan draws a card, Liegong reaches one
    farther. After a black judgment of Tieqi, too, the target can't dodge unless it discards a card of the
    same suit.
    """

    name = "shouyue"
    names = wording(en="Shouyue", vi="Thụ Việt", ja="授鉞")
    text = wording(
        en="The five tigers of your kingdom do more with their skills.",
        vi="Kỹ năng của ngũ hổ tướng thuộc thế lực bạn mạnh hơn.",
        ja="自勢力の五虎将の技能が強くなる。",
    )
    must = True
