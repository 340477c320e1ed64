"""Shuiyan Qijun, the flood."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, equipped, rule
from engine.games.quoc_chien.resolving.card_rules import CardOnAnother, UsedCard, ruled
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.resolving.ways import numbers
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, instead
from engine.kit.resolving.steps import Asking, OneQuestion


@ruled
class Flood(CardOnAnother):
    """A player with equipment discards all of it, or takes one thunder damage."""

    name = "shuiyan-qijun"

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target has no equipment."""
        if not equipped(state, on[0]):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the frame that asks the target."""
        return (Flooding(using.user, target, using.cards),)


class FloodLoss(IntEnum):
    """The two losses to a flood, which players choose by number."""

    EQUIPMENT = 1
    HEALTH = 2


@dataclass(frozen=True, slots=True)
class Flooding(OneQuestion[QuocRules, State, FloodLoss]):
    """The step where a seat discards all its equipment, or takes one thunder damage."""

    user: Seat
    """The seat that used the flood."""
    target: Seat
    """The seat that it's used on."""
    cards: tuple[str, ...]
    """The cards that count as the flood."""

    def question(self, game: QuocRules, state: State) -> Asking[FloodLoss]:
        """Ask the seat which of the two."""
        del game
        ways = numbers(FloodLoss if equipped(state, self.target) else (FloodLoss.HEALTH,))
        return Asking((Choosing(self.target, "flood", ways),))

    def chosen(self, game: QuocRules, state: State, loss: FloodLoss, /) -> FrameStep:
        """Discard all equipment of the seat, or deal the damage."""
        del game
        if loss is FloodLoss.EQUIPMENT:
            return after_discarding(state, self.target, equipped(state, self.target))
        return instead(state, Damage(self.target, 1, self.user, THUNDER, "shuiyan-qijun", self.cards))
