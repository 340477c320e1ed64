"""Lianhuan, a skill of Pangtong of Shu."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, held, suit_of
from engine.kit.zones.box import CardId


@known
class Lianhuan(Skill):
    """Club hand cards count as Iron Chains, or may be recast."""

    name = "lianhuan"
    names = wording(en="Lianhuan", vi="Liên Hoàn", ja="連環")
    text = wording(
        en="Club hand cards count as Tiesuo Lianhuan, or are recast.",
        vi="Lá tép trên tay dùng như Thiết Tác Liên Hoàn, hoặc được tái chế.",
        ja="クラブの手札は鉄索連環として使えるか、引き直せる。",
    )

    def recasts(self, state: State, seat: Seat) -> Iterable[CardId]:
        """Return the clubs in hand."""
        return [card for card in held(state, seat) if suit_of(state, seat, card) is Suit.CLUB]

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the clubs, each as Iron Chains."""
        if wanted == "tiesuo-lianhuan" and playing:
            yield from (((card,), wanted) for card in self.recasts(state, seat))
