"""Guidao, a skill of Zhangjiao of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    JUDGED,
    State,
    cards_of,
    moved,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Guidao(Stepwise):
    """Swaps a judgment for a black card of the own."""

    name = "guidao"
    moments = ("judging",)

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a black card."""
        return bool(self._black(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, and swap."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(self._black(state, seat)))
        old = state.zones.known(JUDGED)[0]
        state = taken(state, old, seat)
        return instead(moved(state, came[0], JUDGED), *lost(state, seat, came))

    def _black(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if suit_of(state, seat, card) in ("S", "C")]
