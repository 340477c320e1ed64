"""A match as its journal holds it, with the game, board and pieces that it was played with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.board import Board, load_board
from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.pieces import PieceSet, load_pieces
from engine.games.registry import open_game
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal import read_journal
from engine.session.matches.journal_replay import read_opening
from engine.session.matches.match_opening import MatchOpening
from engine.session.texts import TEXTS


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """One match on the disk."""

    path: Path
    """Its journal's path."""
    entries: tuple[JournalEntry, ...]
    """Its journal's entries."""
    opening: MatchOpening
    """The terms that it was opened with."""
    board: Board
    """Its board."""
    pieces: PieceSet
    """Its pieces."""
    game: Game[Any, Any]
    """Its game."""

    @property
    def name(self) -> str:
        """The match's name, which is its folder's."""
        return self.path.parent.name


def open_recorded(path: Path) -> RecordedMatch:
    """Read a journal, and load its match's game, board and pieces.

    Raises:
        JournalFault: the file can't be read.
        InputFault: it is damaged or empty, or its game, board or pieces are missing.
    """
    entries = read_journal(path).entries
    if not entries:
        raise InputFault(TEXTS.say("journal.empty_file", path=str(path)))
    opening = read_opening(entries[0])
    board, pieces = load_board(opening.board), load_pieces(opening.pieces)
    return RecordedMatch(
        path, entries, opening, board, pieces, open_game(opening.game, board, opening.ruleset)
    )
