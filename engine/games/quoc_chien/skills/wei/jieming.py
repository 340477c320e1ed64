"""Jieming, a skill of Xunyu of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    alive,
    held,
    most_health,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done


@known
class Jieming(AfterDamage):
    """For each point of damage one player fills its hand up to the health limit, five at most."""

    name = "jieming"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, point by point."""
        left = int(doing.kept[0]) if doing.kept else int(doing.fact("amount"))
        if doing.at == 0 and left > 0:
            everybody = map(str, alive(state, doing.seat))
            return doing.again(state, doing.choose(everybody, 0), at=1, kept=(left,))
        if doing.at == 1 and came:
            whom = Seat(came[0])
            count = min(5, most_health(state, whom)) - len(held(state, whom))
            return doing.again(state, drawing(whom, max(0, count)), at=0, kept=(left - 1,))
        return done(state)
