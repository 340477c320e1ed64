"""Mashu, a skill of Machao of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.kinds import ShownToHold


class Mashu(ShownToHold):
    """The owner's distance to others is one less."""

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less."""
        return -1


@known
class MashuOfAll(Mashu):
    """The owner's distance to others is one less, also for generals outside Shu."""

    name = "mashu"
    names = wording(en="Mashu", vi="Mã Thuật", ja="馬術")
    text = wording(
        en="You see others one nearer.",
        vi="Khoảng cách từ bạn đến người khác giảm một.",
        ja="ほかの人までの距離が1近い。",
    )
