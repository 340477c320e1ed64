"""Duanliang, a skill of Xuhuang of Wei."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, cards_of, is_red


@known
class Duanliang(Skill):
    """Black basic cards and equipment count as Supply Shortage, which reaches two further."""

    name = "duanliang"
    names = wording(en="Duanliang", vi="Đoạn Lương", ja="断糧")
    text = wording(
        en="Black basic cards and equipment count as Bingliang Cunduan, which reaches two.",
        vi="Bài cơ bản và trang bị đen dùng như Binh Lương Thốn Đoạn, với tới khoảng cách hai.",
        ja="黒の基本カードと装備は兵糧寸断として距離2まで使える。",
    )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the black basic cards and equipment, each as Supply Shortage."""
        if wanted == "bingliang-cunduan" and playing:
            for card in cards_of(state, seat):
                kind = card_of(card).kind
                if not is_red(state, seat, card) and (kind is Kind.BASIC or kind.is_equipment):
                    yield (card,), wanted

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return two for that trick."""
        return 2 if name == "bingliang-cunduan" else 1
