"""Kanpo, a skill of Wolong of Shu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import BLACK
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, held, suit_of


@known
class Kanpo(Skill):
    """Black hand cards count as nullifications."""

    name = "kanpo"
    names = wording(en="Kanpo", vi="Khám Phá", ja="看破")
    text = wording(
        en="Black hand cards count as Wuxie Keji.",
        vi="Lá đen trên tay dùng như Vô Giải Khả Kích.",
        ja="黒の手札は無懈可撃として使える。",
    )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the black hand cards, each as a nullification."""
        if wanted == "wuxie-keji" and not playing:
            hand = (card for card in held(state, seat) if suit_of(state, seat, card) in BLACK)
            yield from (((card,), wanted) for card in hand)
