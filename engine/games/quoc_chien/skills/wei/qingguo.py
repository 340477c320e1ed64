"""Qingguo, a skill of Zhenji of Wei."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, held, is_red


@known
class Qingguo(Skill):
    """Black hand cards count as Dodges."""

    name = "qingguo"
    names = wording(en="Qingguo", vi="Khuynh Quốc", ja="傾国")
    text = wording(
        en="Black hand cards count as Dodges.",
        vi="Lá đen trên tay dùng như Thiểm.",
        ja="黒の手札は閃として使える。",
    )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the black hand cards, each as a Dodge."""
        if wanted == "shan" and not playing:
            hand = (card for card in held(state, seat) if not is_red(state, seat, card))
            yield from (((card,), "shan") for card in hand)
