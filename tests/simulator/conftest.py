import pytest

from engine.core.board import Board, load_board
from engine.core.pieces import PieceSet, load_pieces


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board("mativen")


@pytest.fixture(scope="session")
def pieces() -> PieceSet:
    return load_pieces("mativen-pieces")
