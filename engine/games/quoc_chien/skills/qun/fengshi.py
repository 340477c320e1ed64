"""Fengshi, a skill of Zhangren of Qun."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    equipped,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import is_besieging
from engine.kit.resolving.frames import FrameStep, StackFrame, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Fengshi(Stepwise):
    """Siege: whom a besieger's Slash names discards an equipment."""

    name = "fengshi"
    must = True
    asked = ("fengshi", "asked")
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner besieges, too, and the besieged wears something."""
        worn = equipped(state, firing.whom("target"))
        return firing.fact("name") in SLASHES and bool(worn) and is_besieging(state, firing, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """It chooses which."""
        target = use.whom("target")
        return use.ask(state, use.pay(equipped(state, target), by=target), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard it."""
        target = use.whom("target")
        state, above = thrown(state, target, cards)
        return instead(state, *above)

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield that it's called for, where another could complete a siege."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=True),)
