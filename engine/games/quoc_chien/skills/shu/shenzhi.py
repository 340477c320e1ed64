"""Shenzhi, a skill of Ganfuren of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    health_of,
    held,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Shenzhi(Stepwise):
    """In the owner's start phase may discard the hand; for as many as the owner's health it heals one."""

    name = "shenzhi"
    moments = (Moment.PHASE_START,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's start phase, with cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Discard, heal."""
        hand = held(state, use.seat)
        heals = len(hand) >= health_of(state, use.seat)
        state, above = thrown(state, use.seat, hand)
        return instead(state, *above, *([Healing(use.seat)] if heals else []))
