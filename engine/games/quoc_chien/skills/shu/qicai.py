"""Qicai, a skill of Huangyueying of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.kinds import ShownToHold


@known
class Qicai(ShownToHold):
    """The owner's tricks may be used at any distance."""

    name = "qicai"
    names = wording(en="Qicai", vi="Kỳ Tài", ja="奇才")
    text = wording(
        en="Your tricks know no distance.",
        vi="Cẩm nang của bạn không giới hạn khoảng cách.",
        ja="錦嚢に距離の制限がない。",
    )

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Return True."""
        return True
