"""The choice of a command's terms: by its options, else by the footage, else the usual."""

import argparse
from pathlib import Path

from dashboard.commands.options import NO_CLOCK
from engine.core.board import Board, portable_board
from engine.core.clock import format_control, parse_control
from engine.core.dice import Dice, expect_tray
from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.footage import Footage
from engine.core.pausing import PausedBy, parse_pausing
from engine.core.pieces import pieces_beside
from engine.games.registry import usual_board

USUAL_GAME = "dozen_war"
"""The game when neither the options nor the footage name one."""


def chosen_board(parsed: argparse.Namespace, footage: Footage | None = None) -> tuple[str, str]:
    """Return the names of the board and its pieces.

    Without a name, the board is the footage's, else the game's usual one. The pieces are those of that board.
    """
    if footage is not None and parsed.board is None:
        return portable_board(footage.board), portable_board(parsed.pieces or footage.pieces)
    board = portable_board(parsed.board or usual_board_of(parsed))
    return board, portable_board(getattr(parsed, "pieces", None) or pieces_beside(board))


def usual_board_of(parsed: argparse.Namespace) -> str:
    """Return the name of the usual board of the chosen game, else of the usual game."""
    return usual_board(getattr(parsed, "game", None) or USUAL_GAME)


def chosen_game(parsed: argparse.Namespace, footage: Footage | None = None) -> str:
    """Return the game's name."""
    return parsed.game or (footage.game if footage is not None else USUAL_GAME)


def chosen_dice(parsed: argparse.Namespace, board: Board) -> Dice:
    """Return how dice are rolled.

    Raises:
        InputFault: dice are to be thrown into a tray, but the board's file has no place for one.
    """
    dice = Dice(parsed.dice)
    expect_tray(dice, board)
    return dice


def chosen_clock(parsed: argparse.Namespace) -> str:
    """Return the time control in the form that a match keeps; empty: without a clock.

    Raises:
        InputFault: the option isn't a time control.
    """
    if parsed.clock == NO_CLOCK:
        return ""
    try:
        return format_control(parse_control(parsed.clock))
    except InputFault as error:
        raise InputFault(f"--clock: {error}; or '{NO_CLOCK}'") from error


def chosen_pausing(parsed: argparse.Namespace) -> str:
    """Return the rule of pausing in the form that a match keeps; empty: all players pause together.

    Raises:
        InputFault: the option is malformed.
    """
    try:
        rule = parse_pausing(parsed.pause)
    except InputFault as error:
        raise InputFault(f"--pause: {error}") from error
    return "" if rule.by is PausedBy.ALL else str(parsed.pause)


def chosen_setup(parsed: argparse.Namespace, footage: Footage | None = None) -> Entry | None:
    """Return the opening position; None: the game's own.

    Raises:
        InputFault: the file can't be read.
    """
    if parsed.setup:
        return read_document(Path(parsed.setup))
    return footage.setup if footage is not None else None
