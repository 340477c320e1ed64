"""Small openings that several files' tests begin from."""

from typing import Any

from engine.core.document import entry_of
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State


def opened(game: DozenWar, **setup: Any) -> State:
    """Two seats' match, set up otherwise as said."""
    return game.initial(entry_of({"seats": ["west", "north"], **setup}))
