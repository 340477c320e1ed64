"""Chance's actions, drawn by a generator."""

from functools import cache
from random import Random
from typing import Any, cast

from engine.core.game import Chancy, Game


def draw(game: Game[Any, Any], state: Any, dice: Random) -> Any:
    """Return one of chance's actions in a state that waits for chance.

    As likely as the game says; where it doesn't say, each alike.
    """
    if not _tells_odds(type(game)):
        return dice.choice(game.legal_actions(state))
    actions, weights = zip(*cast("Chancy[Any, Any]", game).chance_outcomes(state), strict=True)
    return dice.choices(actions, weights)[0]


@cache
def _tells_odds(kind: type) -> bool:
    return issubclass(kind, Chancy)
