"""Hongfa, a skill of Lord Zhangjiao of Qun."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import Converted, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    discarded,
    own,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import followers
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Hongfa(Stepwise):
    """Keeps heavenly soldiers: players, Slashes for the kingdom, and in place of the lord's health."""

    name = "hongfa"
    must = True
    moments = (Moment.PHASE_START, Moment.LOSING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's start phase without any; when the lord is about to lose health, with one."""
        none = state.zones.is_empty(own(seat, "troops"))
        return is_own(firing, "seat", seat) and none == (firing.moment == Moment.PHASE_START)

    def forced(self, firing: Firing) -> bool:
        """Tell that they come by themselves, and are spent at will."""
        return bool(firing.moment == Moment.PHASE_START)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Turn up as many as the kingdom has players; or choose one to spend."""
        troops = own(use.seat, "troops")
        if use.moment == Moment.PHASE_START:
            return instead(state, Drawing(DECK, troops, followers(state, use.seat), refill=DISCARDS))
        return use.ask(state, use.choose(state.zones.known(troops)), self.spent)

    def spent(self, use: SkillUse, state: State, soldier: CardId) -> FrameStep:
        """Spend it in place of the lord's health."""
        return done(amended(discarded(state, (soldier,)), Losing, amount=0))

    def lends_cards(self, state: State, owner: Seat, wanted: str) -> Iterator[Converted]:
        """Yield the soldiers, as Slashes."""
        if wanted == "sha":
            yield from (((card,), wanted) for card in state.zones.known(own(owner, "troops")))

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield them for the lord, too."""
        return self.lends_cards(state, seat, wanted)
