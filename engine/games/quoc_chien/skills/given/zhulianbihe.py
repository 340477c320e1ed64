"""The companions' mark."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    State,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.resolving.frames import FrameStep, instead


@known
class Zhulianbihe(Mark):
    """Of companions: draws two or recovers one in the play phase; or counts as a Peach for the dying."""

    name = "zhulianbihe"
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When somebody is dying whom the owner may rescue."""
        alone = has(state, state.turn, "wansha") and seat not in (state.turn, firing.fact("victim"))
        return not alone

    def spent(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Rescue; or choose, and draw (1) or recover (2)."""
        if doing.fact("victim"):
            return instead(state, Healing(doing.whom("victim"), 1, doing.seat))
        if doing.at == 0:
            return doing.then(state, doing.choose((1, 2) if is_wounded(state, doing.seat) else (1,)))
        return instead(state, drawing(doing.seat, 2) if came[0] == 1 else Healing(doing.seat))
