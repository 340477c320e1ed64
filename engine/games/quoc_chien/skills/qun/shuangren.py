"""Shuangren, a skill of Jiling of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    others,
    put,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Shuangren(Stepwise):
    """At the start of the play phase compares points; wins a Slash, or ends the phase."""

    name = "shuangren"
    moments = ("phase_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own play phase, when both have cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat)) and bool(others(state, seat, held))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare, strike."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(others(state, seat, held)))
            case 1:
                return doing.again(state, Comparing(seat, Seat(came[0])), at=2, kept=tuple(came))
            case 2 if not came:
                return done(put(state, seat, "turn:play_over", 1))
            case 2:
                first = doing.kept_seat()
                friends = (one for one in alive(state, seat, others=True) if are_friends(state, first, one))
                ways = dict.fromkeys((str(first), *map(str, friends)))
                return doing.then(state, doing.choose(ways))
        return instead(state, Using(seat, (), "sha", (Seat(came[0]),), free=True))
