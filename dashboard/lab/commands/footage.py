"""`boardwarden footage add`: keeps a reported picture or film with its truth as a case of the tests."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from dashboard.commands.terms import chosen_board, chosen_game
from dashboard.lab.changed.cases import load_expected, run_case
from dashboard.lab.changed.changes import CHANGES
from dashboard.lab.changed.reported_cases import ReportedCase, keep_case
from engine.core.board import load_board
from engine.core.counting import counted
from engine.core.document import read_document
from engine.core.footage import is_footage, load_footage
from engine.core.pieces import load_pieces


def run(parsed: argparse.Namespace) -> int:
    """Keep the case, and print the counts of its present looks and verdicts.

    Raises:
        InputFault: the source, the truth or the expectations are unusable, or the name is taken.
    """
    source = Path(parsed.source)
    footage = load_footage(source) if is_footage(source) else None
    board_name, pieces_name = chosen_board(parsed, footage)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    about: dict[str, Any] = {"board": board_name, "pieces": pieces_name, "game": chosen_game(parsed, footage)}
    if parsed.setup is not None:
        about["setup"] = read_document(Path(parsed.setup)).plain()
    expected = None if parsed.expect is None else Path(parsed.expect)
    reported = ReportedCase(source, Path(parsed.truth), expected, about)
    folder = keep_case(reported, parsed.name, Path(parsed.into), board, pieces)
    outcome = run_case(folder, CHANGES[0], load_expected(folder) or ())
    if parsed.json:
        facts = {
            "kept": str(folder),
            "visible": outcome.seen.visible,
            "right": outcome.seen.right,
            "wrong": list(outcome.seen.wrong),
            "missed": list(outcome.seen.missed),
            "doubts": outcome.doubts,
            "expected": outcome.played,
            "judged": outcome.judged,
        }
        print(json.dumps(facts))
        return 0
    print(f"kept as {folder}")
    print(
        f"of {outcome.seen.visible} visible pieces {outcome.seen.right} are seen right, "
        f"{len(outcome.seen.wrong)} wrong, {len(outcome.seen.missed)} not at all; "
        f"{counted(outcome.doubts, 'cell is', 'cells are')} doubted for nothing",
        file=sys.stderr,
    )
    if outcome.played:
        print(f"{outcome.judged} of {outcome.played} events are judged as expected", file=sys.stderr)
    return 0
