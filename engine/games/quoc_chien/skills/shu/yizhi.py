"""Yizhi, a skill of Jiangwei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import is_own
from engine.games.quoc_chien.skills.shu.guanxing import Guanxing
from engine.kit.resolving.moments import Firing


@known
class Yizhi(Guanxing):
    """As deputy the general has Guanxing. If the head has Guanxing, too, the owner looks at five cards."""

    name = "yizhi"
    names = wording(en="Yizhi", vi="Di Chí", ja="遺志")
    text = wording(
        en="Half a health less; you have Guanxing, and seeing it as head too, sees five.",
        vi="Ít hơn nửa sinh lực; có Quan Tinh, nếu chủ tướng cũng có thì xem năm lá.",
        ja="体力半分少なく、観星を持つ。主将も持てば5枚見る。",
    )
    only = "deputy"

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's start phase, unless the head's own Guanxing is used."""
        return is_own(firing, "seat", seat) and not has(state, seat, "guanxing")
