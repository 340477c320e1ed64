"""Mengjin, a skill of Pangde of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


class Dodged(Stepwise):
    """Goes off when the owner's Slash was dodged."""

    moments = ("dodged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the target has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, Seat(str(firing.fact("target")))))


@known
class Mengjin(Dodged):
    """Discards a card of who dodged."""

    name = "mengjin"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which."""
        return instead(state, Robbing(doing.seat, doing.whom("target"), places=("hand", "equipment")))
