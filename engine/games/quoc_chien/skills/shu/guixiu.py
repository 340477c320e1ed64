"""Guixiu, a skill of Mifuren of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.games.quoc_chien.skills.occasions import comes_up
from engine.kit.resolving.frames import FrameStep, instead


@known
class Guixiu(Stepwise):
    """Shown, draws two; removed, heals one."""

    name = "guixiu"
    moments = ("shown",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When its general has just been shown."""
        return comes_up(state, firing, seat, self.name) and not state.counters[seat, "spent.guixiu"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw."""
        return instead(put(state, doing.seat, "spent.guixiu", 1), drawing(doing.seat, 2))
