"""The board and the game that these tests play on."""

import pytest

from engine.core.board import Board, load_board
from engine.core.game import Game, Ruleset
from engine.games.dozen_war.actions.actions import Action
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board("mativen")


@pytest.fixture(scope="session")
def game(board: Board) -> DozenWar:
    """Dozen War with the default readings."""
    return DozenWar(board, Ruleset())


@pytest.fixture(scope="session")
def as_game(game: DozenWar) -> Game[State, Action]:
    """The same, seen through the interface alone."""
    return game
