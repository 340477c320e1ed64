"""Zhendu, a skill of Hetaihou of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    held,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Zhendu(Stepwise):
    """At the start of another's play phase, for a hand card: it has drunk wine, and takes one damage."""

    name = "zhendu"
    moments = (Moment.PHASE_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """With a card in hand."""
        return not is_own(firing, "seat", seat) and bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(held(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Poison."""
        whom = use.whom("seat")
        state, above = thrown(state, use.seat, cards)
        state = put(counted(state, whom, Count.DRUNK), whom, Count.JIU, 1)
        return instead(state, *above, Damage(whom, 1, use.seat))
