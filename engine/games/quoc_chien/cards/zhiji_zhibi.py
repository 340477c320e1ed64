"""Zhiji Zhibi, knowing the other."""

from dataclasses import dataclass
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, general_in, held, hidden
from engine.games.quoc_chien.resolving.card_rules import CardOnHoldings, UsedCard, ruled
from engine.games.quoc_chien.resolving.ways import numbers
from engine.kit.changed import altered
from engine.kit.choosing.actions import Option
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then


@ruled
class KnowingTheOther(CardOnHoldings):
    """The user looks at another player's hand, or at a hidden general."""

    name = "zhiji-zhibi"
    recasts = True

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the frame that shows it to the user."""
        return (Knowing(using.user, target),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target has a hand card or a hidden general."""
        return bool(held(state, target) or hidden(state, target))


class Sight(IntEnum):
    """The things that the user may look at; players choose by number."""

    NOT_CHOSEN = 0
    HAND = 1
    GENERAL = 2


@dataclass(frozen=True, slots=True)
class Knowing(StackFrame):
    """A seat looks at another player's hand, or at one of that player's hidden generals."""

    user: Seat
    """The seat that looks; only this seat sees the result."""
    target: Seat
    """The seat that is looked at."""
    what: Sight = Sight.NOT_CHOSEN
    """The chosen sight, while the seat still has to choose a general."""

    def run(self, game: QuocRules, state: State, came: tuple[Option, ...] | None) -> FrameStep:
        """Ask what to look at, then show it to that seat alone."""
        del game
        hand, dark = held(state, self.target), hidden(state, self.target)
        if came is None:
            ways = [*([Sight.HAND] if hand else ()), *([Sight.GENERAL] if dark else ())]
            return then(state, self, Choosing(self.user, "know", numbers(ways)))
        if not came:
            return done(state)
        if self.what is not Sight.GENERAL and came[0] == Sight.GENERAL:
            return then(state, altered(self, what=Sight.GENERAL), Choosing(self.user, "place", dark))
        zones = state.zones
        looks_at_general = self.what is Sight.GENERAL
        seen = [general_in(state, self.target, str(came[0]))] if looks_at_general else list(hand)
        for card in seen:
            zones = zones.shown(str(card), (self.user,))
        return done(altered(state, zones=zones))
