"""Kongcheng, a skill of Zhugeliang of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Kongcheng(Shunning):
    """With an empty hand the owner is no target of Slashes and duels."""

    name = "kongcheng"
    names = wording(en="Kongcheng", vi="Không Thành", ja="空城")
    text = wording(
        en="When a Slash or duel names you without hand cards, you stop being its target.",
        vi="Khi Sát hoặc Quyết Đấu chỉ bạn lúc không có bài trên tay, bạn không còn là mục tiêu.",
        ja="手札がないとき殺か決闘の対象になると、対象から外れる。",
    )

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return True for Slashes and duels while the owner's hand is empty."""
        return name in (*SLASHES, "juedou") and not held(state, seat)
