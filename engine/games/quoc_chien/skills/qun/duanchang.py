"""Duanchang, a skill of Caiwenji of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    general_in,
    put,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Duanchang(Stepwise):
    """On death the killer loses the skills of one of its generals."""

    name = "duanchang"
    must = True
    moments = (Moment.DEATH,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner is killed by somebody."""
        return is_own(firing, "victim", seat) and firing.fact("killer") not in ("", seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which."""
        killer = use.whom("killer")
        ways = [place for place in PLACES if general_in(state, killer, place) is not None]
        return use.ask(state, use.choose_if_any(ways), self.chosen)

    def chosen(self, use: SkillUse, state: State, place: str | None) -> FrameStep:
        """Take its skills away."""
        return done(state if place is None else put(state, use.whom("killer"), Family.LOST.of(place), 1))
