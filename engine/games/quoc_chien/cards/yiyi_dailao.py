"""Yiyi Dailao, rest."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.resolving.frames import StackFrame


@ruled
class RestInWaiting(CardRules):
    """Each player of the user's kingdom draws two cards, then discards two."""

    name = "yiyi-dailao"

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return all of the user's kingdom."""
        others = alive(state, user, others=True)
        return (user, *(one for one in others if are_friends(state, user, one)))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Let the target draw two cards, then discard two."""
        return (drawing(target, 2), Dropping(target, 2, all_of_it=True))
