"""Kurou, a skill of Huanggai of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Kurou(Stepwise):
    """Loses one health, draws two."""

    name = "kurou"

    def can(self, state: State, seat: Seat) -> bool:
        """Always."""
        return True

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Do it."""
        if doing.at == 0:
            return doing.then(state, Losing(doing.seat))
        return done(state) if doing.seat in state.out else instead(state, drawing(doing.seat, 2))
