"""Qianxi, a skill of Madai of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    put,
)
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Qianxi(Stepwise):
    """Judges: one at distance 1 can't use or play hand cards of that colour in this turn."""

    name = "qianxi"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge, choose whom."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, Judging(seat, self.name))
        if doing.at == 1:
            if came is None:
                return done(state)
            near = [str(one) for one in alive(state, seat, others=True) if distance(state, seat, one) == 1]
            colour = "turn:no_red" if came[0] in ("H", "D") else "turn:no_black"
            return doing.then(state, doing.choose(near), kept=(colour,)) if near else done(state)
        return done(put(state, Seat(came[0]), str(doing.kept[0]), 1))
