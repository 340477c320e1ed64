"""Xie Tianzi Yi Ling Zhuhou, holding the Son of Heaven."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.large_kingdoms import is_large
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, put, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.kit.resolving.frames import FrameStep, StackFrame, done


@ruled
class SonOfHeaven(CardRules):
    """A user of a large kingdom ends the play phase, and may pay a card for another turn."""

    name = "xie-tianzi-yi-ling-zhuhou"

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if the user isn't of a large kingdom."""
        if not is_large(state, seat):
            yield broken(rule(10, 2), "not_large", seat=str(seat))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """End the user's play phase."""
        return (Holding(using.user),)


@dataclass(frozen=True, slots=True)
class Holding(StackFrame):
    """A seat's play phase ends; at the end of the turn it may pay a card for another turn."""

    seat: Seat
    """The seat whose play phase ends."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Remember it for the end of the turn."""
        del game, came
        return done(put(put(state, self.seat, Count.PLAY_OVER, 1), self.seat, Count.HOLDS, 1))
