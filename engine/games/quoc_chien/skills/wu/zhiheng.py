"""Zhiheng, a skill of Sunquan of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
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
class Zhiheng(Stepwise):
    """Once: discards up to as many cards as the health limit, draws as many."""

    name = "zhiheng"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, discard, draw."""
        seat = doing.seat
        if doing.at == 0:
            choice = doing.choose(cards_of(state, seat), 1, most_health(state, seat), kind="discard")
            return doing.then(state, choice)
        return instead(discarded(state, came), *lost(state, seat, came), drawing(seat, len(came)))
