"""Luanji, a skill of Yuanshao of Qun."""

from collections.abc import Iterator
from itertools import combinations

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    suit_of,
)


@known
class Luanji(Skill):
    """Two hand cards of one suit count as Arrows."""

    name = "luanji"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield pairs."""
        if wanted == "wanjian-qifa" and playing:
            for one, other in combinations(held(state, seat), 2):
                if suit_of(state, seat, one) == suit_of(state, seat, other):
                    yield (one, other), wanted
