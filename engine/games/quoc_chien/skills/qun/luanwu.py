"""Luanwu, a skill of Jiaxu of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.using import Provoked, may_strike
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Luanwu(Stepwise):
    """Once a match: every other uses a Slash on a nearest player in its range, or loses one health."""

    name = "luanwu"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used."""
        return not state.counters[seat, "limited.luanwu"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Ask one after the other: for whom it's a Slash, or none."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.again(state, at=1, kept=tuple(map(str, alive(state, seat, others=True))))
            case 1 if doing.kept:
                one = doing.kept_seat()
                if one in state.out:
                    return doing.again(state, at=1, kept=doing.kept[1:])
                return doing.again(state, doing.choose(self._targets(game, state, one), 0, by=one), at=2)
            case 2 if came:
                return doing.again(state, Provoked(doing.kept_seat(), Seat(came[0])), at=3)
            case 2 | 3:
                losing = () if came else (Losing(doing.kept_seat()),)
                return doing.again(state, *losing, at=1, kept=doing.kept[1:])
        return done(state)

    def _targets(self, game: Any, state: State, seat: Seat) -> list[str]:
        """Return the nearest whom a seat may strike; where all are asked, those whom it reaches."""
        others = alive(state, seat, others=True)
        least = min((distance(state, seat, one) for one in others), default=0)
        near = (one for one in others if distance(state, seat, one) == least)
        return [str(one) for one in near if may_strike(game, state, seat, one)]
