"""Zhangba Shemao: weapon."""

from collections.abc import Iterator
from itertools import combinations

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, held


@known
class SerpentSpear(Skill):
    """Trượng Bát Xà Mâu: two hand cards count as a Slash."""

    name = "zhangba-shemao"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield each two of its owner's hand cards where a Slash is wanted."""
        if wanted == "sha":
            yield from ((pair, "sha") for pair in combinations(held(state, seat), 2))
