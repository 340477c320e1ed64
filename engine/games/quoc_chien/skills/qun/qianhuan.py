"""Qianhuan, a skill of Yuji of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of, names
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    discarded,
    own,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, untargeted
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId

SUITS = ("S", "H", "C", "D")


@known
class Qianhuan(Stepwise):
    """After damage to the owner's kingdom lays an illusion of a new suit aside; it calls a card off."""

    name = "qianhuan"
    moments = (Moment.DAMAGED, Moment.TARGETED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """After damage to one of the kingdom; when a basic card or trick names one of it alone."""
        illusions = state.zones.count(own(seat, "illusions"))
        if firing.moment == Moment.DAMAGED:
            victim = firing.whom("victim")
            return illusions < len(SUITS) and self._is_ours(state, seat, victim) and victim not in state.out
        using = nearest(state, Using)
        if using is None or len(using.targets) != 1 or names()[using.name].kind.is_equipment:
            return False
        return illusions > 0 and self._is_ours(state, seat, using.targets[0])

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Turn one up; or choose which to spend."""
        illusions = own(use.seat, "illusions")
        if use.moment == Moment.DAMAGED:
            return use.ask(state, Drawing(DECK, illusions, refill=DISCARDS), self.turned_up)
        return use.ask(state, use.choose(state.zones.known(illusions)), self.spent)

    def turned_up(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Keep it, unless its suit lies there."""
        suits = [card_of(card).suit for card in state.zones.known(own(use.seat, "illusions"))]
        return done(discarded(state, cards) if len(set(suits)) < len(suits) else state)

    def spent(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Call the card off."""
        return done(untargeted(discarded(state, (card,)), use.whom("target")))

    def _is_ours(self, state: State, seat: Seat, whom: Seat) -> bool:
        return whom == seat or are_friends(state, seat, whom)
