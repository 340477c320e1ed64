"""Dinglan Yemingzhu: treasure."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    discarded,
    most_health,
)
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class NightPearl(Stepwise):
    """Định Lan Dạ Minh Châu: once, discards up to as many cards as the health limit and draws as many.

    Who has that skill already isn't bound to a number.
    """

    name = "dinglan-yemingzhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, discard, draw."""
        seat = doing.seat
        if doing.at == 0:
            cards = self._cards(state, seat)
            most = len(cards) if has(state, seat, "zhiheng") else most_health(state, seat)
            return doing.then(state, doing.choose(cards, 1, most, kind="discard"))
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), drawing(seat, len(came)))

    def _cards(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat)]
