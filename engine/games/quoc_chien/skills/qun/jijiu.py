"""Jijiu, a skill of Huatuo of Qun."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    suit_of,
)


@known
class Jijiu(Skill):
    """Outside the owner's turn red cards count as Peaches."""

    name = "jijiu"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield red cards."""
        if wanted == "tao" and not playing and state.turn != seat:
            red = (card for card in cards_of(state, seat) if suit_of(state, seat, card) in ("H", "D"))
            yield from (((card,), wanted) for card in red)
