"""What chance does, drawn by a generator."""

from random import Random
from typing import Any

from engine.core.game import Game


def draw(game: Game[Any, Any], state: Any, dice: Random) -> Any:
    """Return one of chance's actions in a state that waits for chance, each as likely."""
    return dice.choice(game.legal_actions(state))
