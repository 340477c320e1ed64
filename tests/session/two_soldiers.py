"""A skirmish that many tests of engines open: two seats with a soldier each, and the first move."""

from typing import Any

from engine.core.board import load_board
from engine.core.game import Game, Ruleset
from engine.core.pieces import load_pieces
from engine.games.registry import open_game

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "e5"}, "n.inf.1": {"at": "f8"}},
}
BOARD = load_board("mativen")
PIECES = load_pieces("mativen-pieces")
GAME: Game[Any, Any] = open_game("dozen_war", BOARD, Ruleset())
MOVE = {"move": "w.inf.1", "to": "e6"}
