"""Juedou, the duel."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.card_rules import CardOnAnother, UsedCard, ruled
from engine.games.quoc_chien.resolving.damage import PLAIN, Damage
from engine.games.quoc_chien.resolving.playing import Answering
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, instead
from engine.kit.resolving.steps import Asking, OneQuestion


@ruled
class SlashDuel(CardOnAnother):
    """The target and the user play Slashes in turn; the first one without takes one damage."""

    name = "juedou"

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the duel, which the target begins."""
        return (Duelling(target, using.user, target, using.cards),)


@dataclass(frozen=True, slots=True)
class Duelling(OneQuestion[QuocRules, State, bool]):
    """Two players play Slashes in turn; the first one without takes one damage from the other."""

    turn: Seat
    """The seat that plays the next Slash."""
    user: Seat
    """The seat that used the duel."""
    target: Seat
    """The seat that it's used on; it plays first."""
    cards: tuple[str, ...]
    """The cards that count as the duel."""

    @property
    def _other(self) -> Seat:
        return self.user if self.turn == self.target else self.target

    def question(self, game: QuocRules, state: State) -> Asking[bool]:
        """Ask the next of the two for a Slash."""
        count = game.duel_slashes(state, self._other)
        return Asking((Answering(self.turn, "sha", count, self._other, "juedou"),))

    def chosen(self, game: QuocRules, state: State, plays: bool, /) -> FrameStep:  # noqa: FBT001  # the answer
        """Ask the other one, or deal the damage where no Slash is played."""
        if plays:
            return altered(self, turn=self._other).run(game, state, None)
        return instead(state, Damage(self.turn, 1, self._other, PLAIN, "juedou", self.cards))
