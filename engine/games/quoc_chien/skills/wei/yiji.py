"""Yiji, a skill of Guojia of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    alive,
    taken,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done


@known
class Yiji(AfterDamage):
    """For each point of damage looks at the top two cards and hands them out."""

    name = "yiji"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw two for each point, give each to whom it chooses."""
        amount = int(doing.fact("amount"))
        match doing.at:
            case 0:
                return doing.then(state, drawing(doing.seat, 2 * amount))
            case 1:
                return doing.again(state, at=2, kept=tuple(came or ()))
            case 2 if doing.kept:
                return doing.again(state, doing.choose(map(str, alive(state, doing.seat))), at=3)
            case 3:
                card, *rest = doing.kept
                if came[0] != doing.seat:
                    state = taken(state, str(card), Seat(came[0]))
                return doing.again(state, at=2, kept=tuple(rest))
        return done(state)
