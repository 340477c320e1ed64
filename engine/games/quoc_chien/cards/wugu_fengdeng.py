"""Wugu Fengdeng, the harvest."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DECK, DISCARDS, OPENED, State, alive
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.kit.draws import Drawing
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done
from engine.kit.resolving.steps import Asking, OneQuestion
from engine.kit.zones.box import CardId


@ruled
class Harvest(CardRules):
    """As many cards as living players are opened, and each player takes one."""

    name = "wugu-fengdeng"

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return all players."""
        return alive(state, user)

    def begins(self, state: State, user: Seat) -> tuple[State, tuple[StackFrame, ...]]:
        """Open one card for each living player."""
        return state, (Drawing(DECK, OPENED, len(alive(state)), refill=DISCARDS),)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the frame that asks the target for a card."""
        return (Picking(target),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether any card is left."""
        return not state.zones.is_empty(OPENED)


@dataclass(frozen=True, slots=True)
class Picking(OneQuestion[QuocRules, State, tuple[CardId, ...]]):
    """The step where a seat takes one of the opened cards."""

    seat: Seat
    """The seat that takes a card."""

    def question(self, game: QuocRules, state: State) -> Asking[tuple[CardId, ...]]:
        """Ask the seat which card."""
        del game
        return Asking((Choosing(self.seat, "pick", tuple(map(str, state.zones.known(OPENED)))),))

    def chosen(self, game: QuocRules, state: State, cards: tuple[CardId, ...], /) -> FrameStep:
        """Take it."""
        del game
        return done(all_taken(state, cards, self.seat))
