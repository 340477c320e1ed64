"""Huogong, fire attack."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, held, rule, suit_of
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.damage import FIRE, Damage
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.kit.changed import altered
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then


@ruled
class FireAttack(CardRules):
    """The target shows a hand card.

    If the user discards one of the same suit, the target takes one fire damage.
    """

    name = "huogong"

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each player."""
        return ((one,) for one in alive(state, seat))

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target has no hand card beside those that are used."""
        if cards.issuperset(held(state, on[0])):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the frame that asks the target for a card."""
        return (Burning(using.user, target, using.cards),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target has a card to show."""
        return bool(held(state, target))


@dataclass(frozen=True, slots=True)
class Burning(StackFrame):
    """The target shows a hand card; the user may discard one of its suit for a fire damage."""

    user: Seat
    """The seat that attacks with fire."""
    target: Seat
    """The seat that shows a card."""
    cards: tuple[str, ...]
    """The cards that count as the fire attack."""
    shown: str = ""
    """The card that the target showed to all; empty before."""

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask the target, then the user."""
        del game
        if came is None:
            hand = tuple(map(str, held(state, self.target)))
            return then(state, self, Choosing(self.target, "show", hand)) if hand else done(state)
        if not self.shown:
            if not came:
                return done(state)
            card = came[0]
            state = altered(state, zones=state.zones.shown(card, state.seats))
            suit = suit_of(state, self.target, card)
            fitting = tuple(
                str(one) for one in held(state, self.user) if suit_of(state, self.user, one) == suit
            )
            return then(
                state, altered(self, shown=card), Choosing(self.user, "burn", fitting, 0, kind="discard")
            )
        if not came:
            return done(state)
        burnt = Damage(self.target, 1, self.user, FIRE, "huogong", self.cards)
        return after_discarding(state, self.user, came, burnt)
