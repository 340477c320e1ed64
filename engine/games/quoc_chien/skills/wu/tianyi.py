"""Tianyi, a skill of Taishici of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    others,
    put,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Tianyi(Stepwise):
    """Once: compares points; winning, one more Slash, of any range; losing, none in this turn."""

    name = "tianyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(others(state, seat, held))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare."""
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(others(state, doing.seat, held)))
            case 1:
                return doing.then(state, Comparing(doing.seat, Seat(came[0])))
        return done(put(state, doing.seat, "turn:tianyi" if came else "turn:no_sha", 1))

    def slashes(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, "turn:tianyi"] else 0

    def reaches(self, state: State, seat: Seat) -> int:
        """Return any range after winning."""
        return 99 if state.counters[seat, "turn:tianyi"] else 0

    def more_targets(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, "turn:tianyi"] else 0
