"""Yingyang, a skill of Sunce of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Yingyang(Stepwise):
    """Comparing points, three more or three fewer count."""

    name = "yingyang"
    moments = ("comparing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner compares."""
        return is_own(firing, "seat", seat) or is_own(firing, "other", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose: more (1), or fewer (2)."""
        if doing.at == 0:
            return doing.then(state, doing.choose((1, 2)))
        return done(put(state, doing.seat, "turn:compare", 3 if came[0] == 1 else -3))
