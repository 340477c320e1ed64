"""Luoshen, a skill of Zhenji of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    taken,
)
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Luoshen(Stepwise):
    """Judges again and again while black, and takes these cards."""

    name = "luoshen"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge; take black; ask whether to go on."""
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1:
                if came is None or came[0] not in ("S", "C"):
                    return done(state)
                if state.zones.is_in(came[2], DISCARDS):
                    state = taken(state, came[2], doing.seat)
                return doing.then(state, doing.choose((1,), 0))
            case 2 if came:
                return doing.again(state, at=0)
        return done(state)
