"""Yinghun, a skill of Sunjian of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    health_of,
    is_wounded,
    most_health,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Yinghun(Stepwise):
    """Wounded, in the own start phase: another draws X and discards 1, or draws 1 and discards X."""

    name = "yinghun"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom and which way (1: draws X; 2: discards X)."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                return doing.again(state, doing.choose((1, 2)), at=2, kept=tuple(came))
        whom, lacks = doing.kept_seat(), most_health(state, seat) - health_of(state, seat)
        draws, drops = (lacks, 1) if came[0] == 1 else (1, lacks)
        return instead(state, drawing(whom, draws), Dropping(whom, drops, all_of_it=True))
