"""Fankui, a skill of Simayi of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import MINE, takeable
from engine.games.quoc_chien.skills.doing import Doing, is_own
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, instead


@known
class Fankui(AfterDamage):
    """Takes a card of who dealt the damage."""

    name = "fankui"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When there is one with cards."""
        source = Seat(str(firing.fact("source")))
        return (
            is_own(firing, "victim", seat)
            and source not in ("", seat)
            and bool(takeable(state, source, MINE))
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take one."""
        robbing = Robbing(doing.seat, doing.whom("source"), keeps=True, places=MINE)
        return instead(state, robbing)
