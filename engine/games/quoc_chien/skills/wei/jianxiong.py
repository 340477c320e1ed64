"""Jianxiong, a skill of Caocao of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    MIDDLE,
    State,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import Doing, is_own
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done, nearest


@known
class Jianxiong(AfterDamage):
    """Takes the card that dealt the damage."""

    name = "jianxiong"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a card dealt it that still lies in the middle."""
        return is_own(firing, "victim", seat) and bool(self._cards(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take it: not what else lies in the middle."""
        for card in self._cards(state):
            state = taken(state, card, doing.seat)
        return done(state)

    def _cards(self, state: State) -> list[str]:
        damage = nearest(state, Damage)
        cards = damage.cards if damage is not None and damage.card else ()
        return [card for card in cards if state.zones.is_in(card, MIDDLE)]
