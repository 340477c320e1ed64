"""The bot that takes the action with the best immediate result."""

from dataclasses import dataclass
from random import Random
from typing import Any

from engine.bots.bot import as_known
from engine.core.game import Game, own_actions
from engine.core.ids import Seat


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Looks one action ahead and takes the best standing, or any of several equal ones."""

    name: str = "greedy"
    """The bot's name."""

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        """Return one of the actions after which the seat stands best."""
        actions = own_actions(game, state, seat)
        values = game.prospects(as_known(game, state, seat, chance), seat, actions)
        best = max(values)
        return chance.choice([action for action, value in zip(actions, values, strict=True) if value == best])
