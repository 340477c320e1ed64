"""Jixi, a skill of Dengai of Wei."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    own,
)


@known
class Jixi(Skill):
    """As head: fields count as Snatching."""

    name = "jixi"
    only = "head"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the fields."""
        if wanted == "shunshou-qianyang" and playing:
            yield from (((card,), wanted) for card in state.zones.known(own(seat, "fields")))
