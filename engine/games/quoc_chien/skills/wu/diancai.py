"""Diancai, a skill of Lvfan of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    health_of,
    held,
    most_health,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Diancai(Stepwise):
    """After another's play phase, with as many cards lost as health, fills the hand; may change deputy."""

    name = "diancai"
    moments = ("after_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it lost so many, one at least."""
        lacks = max(1, most_health(state, seat) - health_of(state, seat))
        return not is_own(firing, "seat", seat) and state.counters[seat, "turn:lost"] >= lacks

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Fill up, perhaps change."""
        seat = doing.seat
        match doing.at:
            case 0:
                count = most_health(state, seat) - len(held(state, seat))
                return doing.then(state, drawing(seat, max(0, count)))
            case 1 if can_change(state, seat):
                return doing.then(state, doing.choose((1,), 0))
            case 2 if came:
                return instead(state, Changing(seat))
        return done(state)
