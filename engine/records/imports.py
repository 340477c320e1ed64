"""A match from its text, added as a journal to the others."""

from pathlib import Path

from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.games.registry import open_game
from engine.records.bounded import LARGEST_TEXT, bounded_bytes
from engine.records.exports import opening_of, play_notation
from engine.records.notation import parse_notation
from engine.session.matches.journal import Journal, JournalFault, journal_path

SUFFIX = ".bwn"
"""The end of the name of a file with a match's text."""


def import_notation(folder: Path, source: Path) -> Path:
    """Play a text's moves, each checked, and record them as a match; return its journal.

    Raises:
        InputFault: the text can't be read, is too long, breaks a rule, or a match of its name is there
            already.
        JournalFault: the disk refuses.
    """
    try:
        text = bounded_bytes(source, LARGEST_TEXT, "a match's text").decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputFault(f"{source}: expected a match's text: {error}") from error
    notation = parse_notation(text, str(source))
    try:
        opening = opening_of(notation)
        game = open_game(opening.game, load_board(opening.board), opening.ruleset)
        _, entries = play_notation(game, opening, notation)
    except InputFault as error:
        raise InputFault(f"{source}: {error}") from error
    path = journal_path(folder, opening.match)
    if path.parent.exists():
        raise InputFault(f"{folder}: match {opening.match} is there already; delete that one first")
    with Journal.open(path, create=True) as journal:
        try:
            journal.append(entries, opening.opened_at)
        except JournalFault:
            journal.discard()
            raise
    return path
