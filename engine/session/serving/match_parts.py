"""A match's parts, made from its terms: the board and its pieces, the game, the bots."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic

from engine.bots.bot import seats_of
from engine.bots.registry import parse_seating
from engine.core.board import Board, load_board, portable_board
from engine.core.clock import format_control, parse_control
from engine.core.dice import expect_tray
from engine.core.document import Entry
from engine.core.game import A, Game, S
from engine.core.pausing import parse_pausing
from engine.core.pieces import PieceSet, load_pieces
from engine.core.terms import Terms
from engine.games.registry import open_game
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.playing.table import setting_of
from engine.session.serving.bot_host import BotHost
from engine.session.serving.forced_host import ForcedHost


@dataclass(frozen=True, slots=True)
class MatchParts(Generic[S, A]):
    """Everything that depends on a match's terms."""

    terms: Terms
    """The terms."""
    board: Board
    """The board."""
    pieces: PieceSet
    """The physical pieces."""
    game: Game[S, A]
    """The game."""
    keeper: MatchKeeper[S, A]
    """The keeper of its journal."""
    host: BotHost[S, A] | None = None
    """The bots that play; None where none does."""
    forced: ForcedHost[S, A] | None = None
    """The steps that happen by themselves; None where players take each."""


MatchPartsMaker = Callable[[Terms, Entry | None], MatchParts[S, A]]
"""Makes the parts for terms and the setup that a match is opened by; raises an `InputFault`."""


def make_match_parts(terms: Terms, setup: Entry | None, *, folder: Path) -> MatchParts[Any, Any]:
    """Return the parts for terms that can be played; `folder` is where matches are kept.

    Raises:
        InputFault: board, pieces, game, ruleset, setup, dice, clock or bots aren't there or don't fit.
    """
    board, pieces = load_board(terms.board), load_pieces(terms.pieces)
    game = open_game(terms.game, board, terms.ruleset)
    expect_tray(terms.dice, board)
    clock = format_control(parse_control(terms.clock)) if terms.clock else ""
    parse_pausing(terms.pause)
    state = game.initial(setup)
    setting_of(game, state, pieces)
    bots = parse_seating(terms.bots, seats_of(game, state))
    # The journal is read on other machines too.
    board_name, pieces_name = portable_board(terms.board), portable_board(terms.pieces)
    checked = replace(terms, board=board_name, pieces=pieces_name, clock=clock)
    keeper = MatchKeeper(folder, game, terms=checked)
    host: BotHost[Any, Any] | None = BotHost(bots) if bots else None
    return MatchParts(checked, board, pieces, game, keeper, host, ForcedHost(terms.forced))
