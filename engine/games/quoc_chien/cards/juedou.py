"""Juedou, the duel."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.card_rules import CardOnAnother, UsedCard, ruled
from engine.games.quoc_chien.resolving.damage import PLAIN, Damage
from engine.games.quoc_chien.resolving.playing import Answering
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, instead, then


@ruled
class SlashDuel(CardOnAnother):
    """The target and the user play Slashes in turn; the first one without takes one damage."""

    name = "juedou"

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the duel, which the target begins."""
        return (Duelling(target, using.user, target, using.cards),)


@dataclass(frozen=True, slots=True)
class Duelling(StackFrame):
    """Two players play Slashes in turn; the first one without takes one damage from the other."""

    turn: Seat
    """The seat that plays the next Slash."""
    user: Seat
    """The seat that used the duel."""
    target: Seat
    """The seat that it's used on; it plays first."""
    cards: tuple[str, ...]
    """The cards that count as the duel."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the next of the two, until one plays no Slash."""
        other = self.user if self.turn == self.target else self.target
        if came is None:
            count = game.duel_slashes(state, other)
            return then(state, self, Answering(self.turn, "sha", count, other, "juedou"))
        if came:
            return altered(self, turn=other).run(game, state, None)
        return instead(state, Damage(self.turn, 1, other, PLAIN, "juedou", self.cards))
