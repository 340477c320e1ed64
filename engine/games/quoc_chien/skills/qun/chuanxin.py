"""Chuanxin, a skill of Zhangren of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    discarded,
    equipped,
    general_in,
)
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead


@known
class Chuanxin(Stepwise):
    """Prevents own damage to another kingdom: the victim strips and loses one health, or the deputy."""

    name = "chuanxin"
    moments = ("causing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash or duel in its play phase is about to damage one with a deputy."""
        victim = Seat(str(firing.fact("victim")))
        mine = is_own(firing, "source", seat) and firing.fact("card") in (*SLASHES, "juedou")
        other = kingdom_of(state, victim) is not None and not are_friends(state, seat, victim)
        at_play = state.turn == seat and state.phase == "play" and not firing.fact("passed")
        return mine and other and at_play and general_in(state, victim, "deputy") is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Call it off; the victim chooses: equipment and health (1), or the deputy (2)."""
        victim = doing.whom("victim")
        if doing.at == 0:
            state = amended(state, Damage, off=True)
            return doing.then(state, doing.choose((1, 2) if equipped(state, victim) else (2,), by=victim))
        if came[0] == 2:  # the deputy
            return instead(state, Removing(victim, "deputy"))
        worn = equipped(state, victim)
        state = discarded(state, worn)
        return instead(state, *lost(state, victim, worn), Losing(victim))
