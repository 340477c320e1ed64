"""The games that can be played: every folder beside this file that has a `game.py`.

What a game's folder must have: `game.py` with `GAME`, which makes the game for a board and a ruleset;
`texts/` with `CATALOGUE`; `texts/rules.yaml`; `look.yaml`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.core.board import Board
from engine.core.catalogue import Catalogue
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.look import Look, read_look
from engine.core.rulebook import Rulebook, read_rulebook
from engine.core.unusable import CATALOGUE

Maker = Callable[[Board, Ruleset], Game[Any, Any]]

_FOLDER = Path(__file__).parent
_NAMES = tuple(sorted(one.parent.name for one in _FOLDER.glob("*/game.py")))


def _maker(name: str) -> Maker:
    made: Maker = import_module(f"{__package__}.{name}.game").GAME
    return made


def _catalogue(name: str) -> Catalogue:
    texts: Catalogue = import_module(f"{__package__}.{name}.texts").CATALOGUE
    return texts


GAMES: Mapping[str, Maker] = MappingProxyType({name: _maker(name) for name in _NAMES})
"""Game name → what makes the game for a board and a ruleset."""

CATALOGUES = tuple(_catalogue(name) for name in _NAMES)
"""What the games say, in every language."""


def open_game(name: str, board: Board, ruleset: Ruleset) -> Game[Any, Any]:
    """Return a game, bound to a board and a ruleset.

    Raises:
        InputFault: no such game, content pack, option or value, or a board without the game's map.
    """
    return GAMES[_known(name)](board, ruleset)


@cache
def open_rulebook(name: str) -> Rulebook:
    """Return a game's rules with their places in its rulebook, from `texts/rules.yaml` in its folder.

    Raises:
        InputFault: no such game, one without that file, or a broken one; says what's expected.
    """
    return read_rulebook(_FOLDER / _known(name) / "texts" / "rules.yaml")


@cache
def open_look(name: str) -> Look:
    """Return what others than its rules need to know of a game, from `look.yaml` in its folder.

    Raises:
        InputFault: no such game, one without that file, or a broken one; says what's expected.
    """
    return read_look(_FOLDER / _known(name) / "look.yaml")


def usual_board(name: str) -> str:
    """Return the name of the board that a game is played on where nobody says another.

    Raises:
        InputFault: no such game.
    """
    return open_look(name).boards[0]


def _known(name: str) -> str:
    if name not in GAMES:
        raise InputFault(CATALOGUE.say("terms.no_game", name=name, known=", ".join(GAMES)))
    return name
