"""Jijiu, a skill of Huatuo of Qun."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import RED
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, cards_of, suit_of


@known
class Jijiu(Skill):
    """Outside the owner's turn the owner's red cards count as Peaches."""

    name = "jijiu"
    names = wording(en="Jijiu", vi="Cấp Cứu", ja="急救")
    text = wording(
        en="Outside your turn red cards count as Peaches.",
        vi="Ngoài lượt của mình, lá đỏ dùng như Đào.",
        ja="自分の手番以外、赤のカードは桃として使える。",
    )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the red cards, each as a Peach."""
        if wanted == "tao" and not playing and state.turn != seat:
            red = (card for card in cards_of(state, seat) if suit_of(state, seat, card) in RED)
            yield from (((card,), wanted) for card in red)
