"""Wusheng, a skill of Guanyu of Shu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import Converted, is_led, known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
)
from engine.games.quoc_chien.skills.kinds import RedAs


@known
class Wusheng(RedAs):
    """Red cards count as Slashes."""

    name = "wusheng"
    wanted = "sha"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield red cards; led by the lord, all."""
        if wanted == "sha" and is_led(state, seat):
            return (((card,), wanted) for card in cards_of(state, seat))
        return RedAs.converts(self, state, seat, wanted, playing=playing)
