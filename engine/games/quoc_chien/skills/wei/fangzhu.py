"""Fangzhu, a skill of Caopi of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    alive,
    health_of,
    most_health,
    turned_over,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, instead


@known
class Fangzhu(AfterDamage):
    """Another draws as many cards as the owner lacks health, and turns over."""

    name = "fangzhu"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
        lacks = most_health(state, seat) - health_of(state, seat)
        whom = Seat(came[0])
        return instead(turned_over(state, whom), drawing(whom, max(0, lacks)))
