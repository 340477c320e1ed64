"""Niepan, a skill of Pangtong of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    counted,
    discarded,
    judged_on,
    most_health,
    put,
)
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Niepan(Stepwise):
    """Dying, once a match: discards all, stands up, draws three, has three health."""

    name = "niepan"
    limited = True
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is dying."""
        return is_own(firing, "victim", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Discard; then stand up, and live."""
        seat = doing.seat
        if doing.at == 0:
            mine = cards_of(state, seat)
            state = counted(state, seat, f"limited.{self.name}")
            state = discarded(state, (*judged_on(state, seat), *mine))
            return doing.then(state, *lost(state, seat, mine, thrown=len(mine)))
        state = put(put(state, seat, "chained", 0), seat, "turned", 0)
        return instead(put(state, seat, "health", min(3, most_health(state, seat))), drawing(seat, 3))
