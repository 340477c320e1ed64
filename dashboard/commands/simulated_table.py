"""The table that a simulator lays out: first by the command's options, then for each match that opens."""

import argparse
import logging
from dataclasses import dataclass, field, replace

from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.terms import chosen_board, chosen_dice
from dashboard.simulator.decks import DealtCards, held_by
from dashboard.simulator.laid_out import layout_of, set_table
from dashboard.simulator.physical import Pieces
from engine.bots.bot import seats_of
from engine.bots.registry import parse_seating
from engine.bus.messages.match import MatchState
from engine.core.board import Board, Tray, load_board
from engine.core.dice import Dice
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.layout import Layout
from engine.core.pieces import PieceSet, load_pieces
from engine.core.terms import Terms
from engine.games.registry import open_game

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Simulated:
    """A table that is simulated."""

    terms: Terms
    """The terms of the match that the table is laid out for."""
    board: Board
    """The table's board."""
    pieces: PieceSet
    """The table's set of pieces."""
    lying: Pieces
    """The places of the pieces on the table."""
    pads: tuple[str, ...]
    """The names of the table's pads."""
    match: str = ""
    """The match that the table is laid out for already; empty: none."""
    follows: bool = True
    """Whether the table is laid out again for a match on another board."""
    held: DealtCards = field(default_factory=DealtCards)
    """The cards that the setup dealt."""

    @property
    def tray(self) -> Tray | None:
        """The tray into which dice are thrown; None: no dice are thrown."""
        return self.board.tray if self.terms.dice is Dice.TRAY else None


def first_table(parsed: argparse.Namespace, game_name: str, setup: Entry | None) -> Simulated:
    """Return the table that the options describe, laid out for the game's setup."""
    board_name, pieces_name = chosen_board(parsed)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    game = open_game(game_name, board, chosen_ruleset(parsed))
    state = game.initial(setup)
    seats = seats_of(game, state)
    parse_seating(parsed.bots, seats)
    terms = Terms(board=board_name, pieces=pieces_name, dice=chosen_dice(parsed, board))
    return Simulated(
        terms,
        board,
        pieces,
        _laid(game.layout(state), board, pieces),
        tuple(str(seat) for seat in seats),
        held=held_by(game, state),
    )


def table_for(match: MatchState, before: Simulated) -> Simulated:
    """Return a table laid out for a match; the one before, after a message, when its files are unusable."""
    terms = match.terms
    try:
        board, pieces = load_board(terms.board), load_pieces(terms.pieces)
        lying = _laid(layout_of(match.view.pieces), board, pieces)
    except InputFault as error:
        log.error("no table for match %s: %s", match.match, error)  # noqa: TRY400 # a file that is only where the engine runs, shown in full
        return replace(before, follows=False)
    log.info("the table is laid out on the board '%s' for match %s", board.name, match.match)
    # The plugged board stays as it is while it has a pad for every seat; another game brings its own board.
    seats = tuple(str(one.seat) for one in match.view.seats)
    pads = before.pads if set(seats) <= set(before.pads) else seats
    return Simulated(terms, board, pieces, lying, pads, match=match.match)


def _laid(layout: Layout, board: Board, pieces: PieceSet) -> Pieces:
    try:
        return set_table(layout, board.surface, pieces)
    except KeyError as error:
        raise InputFault(f"the game has a piece {error} that the piece set '{pieces.board}' lacks") from error
