"""Jixi, a skill of Dengai of Wei."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, own


@known
class Jixi(Skill):
    """As head, the owner may use fields as Snatching."""

    name = "jixi"
    names = wording(en="Jixi", vi="Cấp Tập", ja="急襲")
    text = wording(
        en="Half a health less; a field counts as Shunshou Qianyang.",
        vi="Ít hơn nửa sinh lực; ruộng dùng như Thuận Thủ Khiên Dương.",
        ja="体力半分少なく、田を順手牽羊として使える。",
    )
    only = "head"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the fields, each as Snatching."""
        if wanted == "shunshou-qianyang" and playing:
            yield from (((card,), wanted) for card in state.zones.known(own(seat, "fields")))
