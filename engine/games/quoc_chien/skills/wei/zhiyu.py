"""Zhiyu, a skill of Xunyou of Wei."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    is_red,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Zhiyu(AfterDamage):
    """Draws one and shows the hand; all of one colour, the source discards one."""

    name = "zhiyu"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw."""
        return use.first(state, (drawing(use.seat, 1),), self.drew)

    def drew(self, use: SkillUse, state: State) -> FrameStep:
        """Show, see."""
        hand, source = held(state, use.seat), use.whom("source")
        zones = state.zones
        for card in hand:
            zones = zones.shown(card, state.seats)
        state = altered(state, zones=zones)
        alike = len({is_red(state, use.seat, card) for card in hand}) == 1
        pays = alike and source not in ("", *state.out)
        return instead(state, Dropping(source, 1)) if pays else done(state)
