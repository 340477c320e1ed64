"""Weimu, a skill of Jiaxu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import names
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Weimu(Shunning):
    """The owner is no target of black tricks."""

    name = "weimu"
    names = wording(en="Weimu", vi="Duy Mạc", ja="帷幕")
    text = wording(
        en="When a black trick names you, you stop being its target.",
        vi="Khi cẩm nang đen chỉ bạn, bạn không còn là mục tiêu.",
        ja="黒の錦嚢の対象になると、対象から外れる。",
    )

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return True for black tricks."""
        return colour == "black" and names()[name].kind.is_trick
