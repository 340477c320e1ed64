"""Yongjue, a skill that Cunsi gives."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    counted,
    taken,
)
from engine.games.quoc_chien.skills.doing import Occasion, SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Yongjue(Stepwise):
    """A player of the owner's kingdom may take back the first Slash of their play phase."""

    name = "yongjue"
    moments = (Moment.USED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it lies on the discards."""
        user = firing.whom("user")
        ours = user == seat or are_friends(state, seat, user)
        first = state.turn == user and state.phase == "play" and state.counters[user, Count.SHA] == 1
        unused = not state.counters[seat, Family.USED.of("yongjue")]
        return (
            ours and first and unused and firing.fact("name") in SLASHES and bool(self._cards(state, firing))
        )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the Slash back."""
        for card in self._cards(state, use):
            state = taken(state, card, use.whom("user"))
        return done(counted(state, use.seat, Family.USED.of("yongjue")))

    def _cards(self, state: State, moment: Occasion) -> list[CardId]:
        return list(state.zones.known(DISCARDS)[: int(dict(moment.facts)["cards"])])
