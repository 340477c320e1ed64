"""Lianhuan, a skill of Pangtong of Shu."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    suit_of,
)
from engine.kit.zones.box import CardId


@known
class Lianhuan(Skill):
    """Club hand cards count as Iron Chains, or are recast."""

    name = "lianhuan"

    def recasts(self, state: State, seat: Seat) -> Iterable[CardId]:
        """Return the clubs in hand."""
        return [card for card in held(state, seat) if suit_of(state, seat, card) == "C"]

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield clubs."""
        if wanted == "tiesuo-lianhuan" and playing:
            yield from (((card,), wanted) for card in held(state, seat) if suit_of(state, seat, card) == "C")
