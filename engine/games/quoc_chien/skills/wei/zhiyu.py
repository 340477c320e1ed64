"""Zhiyu, a skill of Xunyou of Wei."""

from typing import Any

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    held,
    is_red,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Zhiyu(AfterDamage):
    """Draws one and shows the hand; all of one colour, the source discards one."""

    name = "zhiyu"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, show, see."""
        if doing.at == 0:
            return doing.then(state, drawing(doing.seat, 1))
        hand, source = held(state, doing.seat), doing.whom("source")
        zones = state.zones
        for card in hand:
            zones = zones.shown(card, state.seats)
        state = altered(state, zones=zones)
        alike = len({is_red(state, doing.seat, card) for card in hand}) == 1
        pays = alike and source not in ("", *state.out)
        return instead(state, Dropping(source, 1)) if pays else done(state)
