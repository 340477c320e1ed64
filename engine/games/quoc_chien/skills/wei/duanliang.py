"""Duanliang, a skill of Xuhuang of Wei."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    is_red,
)


@known
class Duanliang(Skill):
    """Black basic cards and equipment count as Supply Shortage, which reaches two."""

    name = "duanliang"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black basic cards and equipment."""
        if wanted == "bingliang-cunduan" and playing:
            for card in cards_of(state, seat):
                kind = card_of(card).kind
                if not is_red(state, seat, card) and (kind is Kind.BASIC or kind.is_equipment):
                    yield (card,), wanted

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return two for that trick."""
        return 2 if name == "bingliang-cunduan" else 1
