"""Buqu, a skill of Zhoutai of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    discarded,
    health_of,
    own,
)
from engine.games.quoc_chien.resolving.damage import Dying
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Buqu(Stepwise):
    """Without health, lays the top card aside for each point; while all ranks differ the owner lives on.

    What it recovers takes wounds away: there is one for each point that it lacks to one health.
    """

    name = "buqu"
    moments = (Moment.DYING, Moment.HEALED)

    def forced(self, firing: Firing) -> bool:
        """Tell that wounds close by themselves."""
        return bool(firing.moment == Moment.HEALED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's health dropped to nothing; when it recovered, with more wounds than it lacks."""
        if firing.moment == Moment.HEALED:
            return is_own(firing, "seat", seat) and self._closed(state, seat) > 0
        return is_own(firing, "victim", seat) and "failing" not in dict(firing.facts)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lay as many wounds as it lacks; or choose which close."""
        seat, wounds = use.seat, own(use.seat, "wounds")
        if use.moment == Moment.HEALED:
            count = self._closed(state, seat)
            return use.ask(state, use.pay(state.zones.known(wounds), count, count), self.closed)
        missing = 1 - health_of(state, seat) - state.zones.count(wounds)
        return use.first(state, (Drawing(DECK, wounds, max(0, missing), refill=DISCARDS),), self.turned_up)

    def closed(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard these."""
        return done(discarded(state, cards))

    def turned_up(self, use: SkillUse, state: State) -> FrameStep:
        """See whether all ranks differ: then it isn't dying."""
        ranks = [card_of(card).rank for card in state.zones.known(own(use.seat, "wounds"))]
        if len(set(ranks)) == len(ranks) and nearest(state, Dying) is not None:
            return done(amended(state, Dying, off=True))
        return done(state)

    def _closed(self, state: State, seat: Seat) -> int:
        """Return how many wounds there are beside those for what the owner lacks to one health."""
        return int(state.zones.count(own(seat, "wounds"))) - max(0, 1 - health_of(state, seat))
