"""`boardwarden export`: a recorded match as text for people, or as one JSON document."""

import argparse
import json
import sys
from pathlib import Path

from dashboard.commands import DONE
from engine.core.faults import MissingFault
from engine.records.archive import find_match
from engine.records.exporting import document_of, notation_of
from engine.records.notation import format_notation
from engine.records.recorded import open_recorded
from engine.records.replaying import entry_times


def run(parsed: argparse.Namespace) -> int:
    """Write the match to standard output, or to a file.

    Raises:
        InputFault: no such match, or one that this version's rules can't replay.
        MissingFault: the file can't be written.
    """
    match = open_recorded(find_match(Path(parsed.data), parsed.match))
    if parsed.to == "json":
        document = document_of(match.game, match.entries, entry_times(match.path))
        text = f"{json.dumps(document, ensure_ascii=False)}\n"
    else:
        text = format_notation(notation_of(match.game, match.entries))
    if parsed.out is None:
        sys.stdout.write(text)
        return DONE
    try:
        Path(parsed.out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MissingFault(f"--out {parsed.out}: can't be written: {error.strerror or error}") from error
    return DONE
