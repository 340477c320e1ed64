"""Kanpo, a skill of Wolong of Shu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    suit_of,
)


@known
class Kanpo(Skill):
    """Black hand cards count as nullifications."""

    name = "kanpo"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards."""
        if wanted == "wuxie-keji" and not playing:
            hand = (card for card in held(state, seat) if suit_of(state, seat, card) in ("S", "C"))
            yield from (((card,), wanted) for card in hand)
