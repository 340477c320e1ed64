"""Chance's actions, drawn by a generator."""

from random import Random
from typing import Any

from engine.core.game import Game


def draw(game: Game[Any, Any], state: Any, dice: Random) -> Any:
    """Return one of chance's actions in a state that waits for chance.

    The game gives the weights; without weights all are equally likely.
    """
    actions, weights = zip(*game.chance_outcomes(state), strict=True)
    return dice.choices(actions, weights)[0]
