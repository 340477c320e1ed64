"""Wuzhong Shengyou, something from nothing."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.resolving.frames import StackFrame


@ruled
class SomethingFromNothing(CardRules):
    """The user draws two cards."""

    name = "wuzhong-shengyou"

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Let the user draw two cards."""
        return (drawing(target, 2),)
