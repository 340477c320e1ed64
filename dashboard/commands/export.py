"""`boardwarden export`: a recorded match as text for people, or as one JSON document."""

import argparse
import json
import sys
from pathlib import Path

from dashboard.commands import DONE
from engine.core.board import load_board
from engine.core.faults import InputFault, MissingFault
from engine.core.game import Ruleset
from engine.games.registry import open_game
from engine.records.archive import find_match
from engine.records.exporting import document_of, notation_of
from engine.records.notation import format_notation
from engine.records.replaying import entry_times
from engine.session.journal import read_journal
from engine.session.match import read_opening


def run(parsed: argparse.Namespace) -> int:
    """Write the match to standard output, or to a file.

    Raises:
        InputFault: no such match, or one that this version's rules can't replay.
        MissingFault: the file can't be written.
    """
    path = find_match(Path(parsed.data), parsed.match)
    entries = read_journal(path).entries
    if not entries:
        raise InputFault(f"{path}: the journal is empty; there is nothing to export")
    opening = read_opening(entries[0])
    game = open_game(opening.game, load_board(opening.board), Ruleset(opening.content, opening.options))
    if parsed.to == "json":
        text = f"{json.dumps(document_of(game, entries, entry_times(path)), ensure_ascii=False)}\n"
    else:
        text = format_notation(notation_of(game, entries))
    if parsed.out is None:
        sys.stdout.write(text)
        return DONE
    try:
        Path(parsed.out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MissingFault(f"--out {parsed.out}: can't be written: {error.strerror or error}") from error
    return DONE
