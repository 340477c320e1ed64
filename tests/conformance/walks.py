"""Where the conformance suite starts from, and random play that hypothesis chooses.

Every game of the registry starts from its standard opening and from every position that its scenario files
set up, with their readings: play meets the corners that the scenarios are about.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from engine.core.board import Board, load_board
from engine.core.document import Entry
from engine.core.game import Game, Ruleset
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.games.registry import GAMES, open_game, open_look
from engine.scenarios.document import read_scenarios
from tests.games.scenarios_of import scenarios_of


@dataclass(frozen=True)
class Start:
    """A game, bound to a board and a ruleset, and a setup to start from (None: the standard opening)."""

    game: Game[Any, Any]
    board: Board
    board_file: str
    setup: Entry | None
    title: str


@cache
def piece_set_of(board: str) -> PieceSet:
    """Return the piece set that comes with a board, by the name or path of that."""
    return load_pieces(pieces_beside(board))


@cache
def starts(name: str) -> tuple[Start, ...]:
    """Return the starts of a game."""
    own = open_look(name).boards
    boards = {one: load_board(one) for one in own}
    games: dict[str, Game[Any, Any]] = {}

    def start(board_name: str, ruleset: Ruleset, setup: Entry | None, title: str) -> Start:
        board = boards.setdefault(board_name, boards.get(board_name) or load_board(board_name))
        key = f"{board_name} {ruleset}"
        if key not in games:
            games[key] = open_game(name, board, ruleset)
        return Start(games[key], board, board_name, setup, title)

    found = [start(one, Ruleset(), None, f"the standard opening on {one}") for one in own]
    for path in scenarios_of(name):
        found.extend(
            start(scenario.board, scenario.ruleset, scenario.setup, f"{path.name}: {scenario.title}")
            for scenario in read_scenarios(path)
        )
    return tuple(found)


@dataclass(frozen=True, repr=False)
class Walk:
    """Random play from a start. `actions[i]` leads from `states[i]` to `states[i + 1]`."""

    start: Start
    states: tuple[Any, ...]
    actions: tuple[Any, ...]

    def __repr__(self) -> str:
        """Return where it starts and what was played."""
        played = "; ".join(str(self.game.format_action(action)) for action in self.actions)
        return f"Walk({self.game.name}, {self.start.title}: {played})"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:  # noqa: FBT001
        """Print as `repr` does: Hypothesis prints a dataclass by its fields, whatever its `repr` is.

        With its states it would be so long that Hypothesis warns instead of showing what failed, and what
        it says then, with warnings as errors, is that the data were drawn otherwise than before.
        """
        del cycle
        printer.text(repr(self))

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.start.game

    @property
    def last(self) -> Any:
        """The state at the end of the walk."""
        return self.states[-1]


@st.composite
def walks(draw: st.DrawFn, *, least: int = 0, most: int = 12) -> Walk:
    """Draw a game, a start and legal actions from there, as many as fit before the match ends."""
    name = draw(st.sampled_from(sorted(GAMES)))
    start = draw(st.sampled_from(starts(name)))
    states = [start.game.initial(start.setup)]
    actions: list[Any] = []
    for _ in range(draw(st.integers(least, most))):
        legal = start.game.legal_actions(states[-1])
        if not legal:
            break
        actions.append(draw_action(draw, start.game, legal))
        states.append(start.game.apply(states[-1], actions[-1]))
    return Walk(start, tuple(states), tuple(actions))


def draw_action(draw: Callable[[st.SearchStrategy[Any]], Any], game: Game[Any, Any], legal: Any) -> Any:
    """Draw the kind of an action first: among a hundred moves an attack would hardly ever be drawn."""
    kinds: dict[str, list[Any]] = {}
    for action in legal:
        kinds.setdefault(next(iter(game.format_action(action))), []).append(action)
    kind = draw(st.sampled_from(sorted(kinds)))
    return draw(st.sampled_from(kinds[kind]))
