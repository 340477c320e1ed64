import subprocess
import sys
from importlib import import_module

import pytest

from engine.core.board import Board, load_board
from engine.core.device_events import DIE
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.registry import GAMES, OWN_GAMES, open_game, open_look, usual_board


@pytest.mark.parametrize("name", GAMES)
def test_every_game_opens_under_its_own_name_on_every_board_of_its_own(name: str) -> None:
    for board in open_look(name).boards:
        assert open_game(name, load_board(board), Ruleset()).name == name


def test_an_unknown_game_is_refused_with_those_that_exist(board: Board) -> None:
    with pytest.raises(InputFault, match="no game 'chess'; expected one of dozen_war"):
        open_game("chess", board, Ruleset())


def test_a_board_without_the_games_map_is_refused(board: Board) -> None:
    bare = Board(board.name, board.surface, board.size_mm, board.frame, {})
    with pytest.raises(InputFault, match="the key 'seats' is missing; dozen_war's map needs it"):
        open_game("dozen_war", bare, Ruleset())


def test_a_table_that_plays_one_game_reads_no_other() -> None:
    code = (
        "import sys; from engine.games.registry import GAMES; GAMES['dozen_war'];"
        "print([name for name in GAMES if f'engine.games.{name}.game' in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "['dozen_war']\n"


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_game_says_that_it_throws_dice_if_a_die_decides_an_action(name: str) -> None:
    game = open_game(name, load_board(usual_board(name)), Ruleset())
    words = import_module(f"engine.games.{name}.game").WORDS
    assert game.throws_dice is (DIE in words)
