"""Guicai, a skill of Simayi of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    JUDGED,
    State,
    at_hand,
    discarded,
    held,
    moved,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Guicai(Stepwise):
    """Replaces a judgment by a card of the own hand."""

    name = "guicai"
    moments = ("judging",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a hand card that may be played, or one that counts as such."""
        return bool(at_hand(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, and lay it there."""
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, at_hand(state, doing.seat))))
        old = state.zones.known(JUDGED)[0]
        gone = [card for card in came if card in held(state, doing.seat)]
        state = moved(discarded(state, (old,)), came[0], JUDGED)
        return instead(state, *lost(state, doing.seat, gone))
