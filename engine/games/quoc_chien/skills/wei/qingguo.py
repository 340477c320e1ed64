"""Qingguo, a skill of Zhenji of Wei."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    is_red,
)


@known
class Qingguo(Skill):
    """Black hand cards count as Dodges."""

    name = "qingguo"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards."""
        if wanted == "shan" and not playing:
            hand = (card for card in held(state, seat) if not is_red(state, seat, card))
            yield from (((card,), "shan") for card in hand)
