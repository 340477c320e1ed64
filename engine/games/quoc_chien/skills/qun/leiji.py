"""Leiji, a skill of Zhangjiao of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
)
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Leiji(Stepwise):
    """When using a Dodge, another judges: spade is two thunder damage."""

    name = "leiji"
    moments = ("answered",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner dodged."""
        return is_own(firing, "seat", seat) and firing.fact("name") == "shan"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose who judges."""
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, doing.seat))))
            case 1:
                return doing.again(state, Judging(Seat(came[0]), self.name), at=2, kept=tuple(came))
        whom = doing.kept_seat()
        struck = came is not None and came[0] == "S"
        return instead(state, *([Damage(whom, 2, doing.seat, THUNDER)] if struck else []))
