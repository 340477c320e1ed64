"""Duoshi, a skill of Luxun of Wu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import RED
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.kinds import SuitAs


@known
class Duoshi(SuitAs):
    """Up to four times a turn, a red hand card counts as Rest in Waiting."""

    name = "duoshi"
    names = wording(en="Duoshi", vi="Độ Thế", ja="度勢")
    text = wording(
        en="Four times a turn a red hand card counts as Yiyi Dailao.",
        vi="Bốn lần mỗi lượt, lá đỏ trên tay dùng như Dĩ Dật Đãi Lao.",
        ja="手番に4回まで、赤の手札を以逸待労として使える。",
    )
    wanted = "yiyi-dailao"
    suits = RED
    only_in_hand = True

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the red hand cards, four times a turn."""
        if state.counters[seat, Family.USED.of(self.name)] < 4:  # the skill's limit
            yield from SuitAs.converts(self, state, seat, wanted, playing=playing)
