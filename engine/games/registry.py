"""The games that can be played, by name. Adding a game is one line here."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.rulebook import Rulebook, read_rulebook
from engine.core.unusable import CATALOGUE
from engine.games.dozen_war import texts as dozen_war_texts
from engine.games.dozen_war.game import DozenWar

GAMES: Mapping[str, Callable[[Board, Ruleset], Game[Any, Any]]] = MappingProxyType(
    {
        "dozen_war": DozenWar,
    }
)
"""Game name → what makes the game for a board and a ruleset."""

CATALOGUES = (dozen_war_texts.CATALOGUE,)
"""What the games say, in every language."""


def open_game(name: str, board: Board, ruleset: Ruleset) -> Game[Any, Any]:
    """Return a game, bound to a board and a ruleset.

    Raises:
        InputFault: no such game, content pack, option or value, or a board without the game's map.
    """
    if name not in GAMES:
        raise InputFault(CATALOGUE.say("terms.no_game", name=name, known=", ".join(GAMES)))
    return GAMES[name](board, ruleset)


@cache
def open_rulebook(name: str) -> Rulebook:
    """Return a game's rules with their places in its rulebook, from `texts/rules.yaml` in its folder.

    Raises:
        InputFault: no such game, one without that file, or a broken one; says what's expected.
    """
    if name not in GAMES:
        raise InputFault(CATALOGUE.say("terms.no_game", name=name, known=", ".join(GAMES)))
    return read_rulebook(Path(__file__).parent / name / "texts" / "rules.yaml")
