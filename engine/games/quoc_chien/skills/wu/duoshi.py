"""Duoshi, a skill of Luxun of Wu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import Converted, known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.kinds import SuitAs


@known
class Duoshi(SuitAs):
    """Up to four times: red hand cards count as resting."""

    name = "duoshi"
    wanted = "yiyi-dailao"
    suits = ("H", "D")
    only_in_hand = True

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield them, four times a turn."""
        if state.counters[seat, Family.USED.of(self.name)] < 4:  # as often as the skill says
            yield from SuitAs.converts(self, state, seat, wanted, playing=playing)
