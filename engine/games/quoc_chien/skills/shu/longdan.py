"""Longdan, a skill of Zhaoyun of Shu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    held,
)


@known
class Longdan(Skill):
    """Slashes count as Dodges, Dodges as Slashes."""

    name = "longdan"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the other one."""
        if wanted == "shan" and not playing:
            yield from (((card,), wanted) for card in held(state, seat) if card_of(card).name in SLASHES)
        if wanted == "sha":
            yield from (((card,), wanted) for card in held(state, seat) if card_of(card).name == "shan")
