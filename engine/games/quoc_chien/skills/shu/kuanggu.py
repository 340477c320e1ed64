"""Kuanggu, a skill of Weiyan of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Kuanggu(Stepwise):
    """Heals one for each point dealt to somebody who was near."""

    name = "kuanggu"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner dealt it at distance 1 and lacks health."""
        return is_own(firing, "source", seat) and bool(firing.fact("near")) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Heal."""
        return instead(state, Healing(doing.seat, int(doing.fact("amount"))))
