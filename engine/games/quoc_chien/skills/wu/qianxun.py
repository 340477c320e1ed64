"""Qianxun, a skill of Luxun of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Qianxun(Shunning):
    """The owner is no target of Snatching and Indulgence."""

    name = "qianxun"
    names = wording(en="Qianxun", vi="Khiêm Tốn", ja="謙遜")
    text = wording(
        en="When Shunshou Qianyang or Le Busi Shu names you, you stop being its target.",
        vi="Khi Thuận Thủ Khiên Dương hoặc Lạc Bất Tư Thục chỉ bạn, bạn không còn là mục tiêu.",
        ja="順手牽羊か楽不思蜀の対象になると、対象から外れる。",
    )

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return True for these two cards."""
        return name in ("shunshou-qianyang", "le-busi-shu")
