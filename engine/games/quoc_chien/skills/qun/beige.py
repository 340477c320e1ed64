"""Beige, a skill of Caiwenji of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Suit
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    turned_over,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.playing import (
    drawing,
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.steps import asking_of
from engine.kit.zones.box import CardId


@known
class Beige(Stepwise):
    """For a card, who took Slash damage judges: heart heals, diamond draws two, club and spade punish."""

    name = "beige"
    moments = (Moment.DAMAGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When a Slash damaged somebody who lives, and the owner has a card."""
        victim = firing.whom("victim")
        return firing.fact("card") in SLASHES and victim not in state.out and bool(cards_of(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Let the victim judge."""
        state, above = thrown(state, use.seat, cards)
        judging = asking_of(Judging(use.whom("victim"), self.name))
        return use.ask(state, judging.after(*above), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Do what the suit says."""
        victim, source = use.whom("victim"), use.whom("source")
        match None if found is None else found.suit:
            case Suit.HEART:
                return instead(state, Healing(victim))
            case Suit.DIAMOND:
                return instead(state, drawing(victim, 2))
            case Suit.CLUB if source:
                return instead(state, Dropping(source, 2, all_of_it=True))
            case Suit.SPADE if source:
                return done(turned_over(state, source))
        return done(state)
