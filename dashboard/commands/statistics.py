"""`boardwarden statistics`: counts over recorded matches, and writes a table, CSV and pictures."""

import argparse
import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from dashboard.archive.count_rows import csv_text, pictures, row_text, rows
from dashboard.commands import BAD_INPUT, DONE
from dashboard.commands.indexed import current_index, facts_of_all, search_paths, uses_index
from engine.core.counting import counted
from engine.core.faults import InputFault, MissingFault
from engine.records.statistics import Statistics, summed


def run(parsed: argparse.Namespace) -> int:
    """Count over the matches and print the table; matches that can't be read are listed at the end.

    Raises:
        InputFault: there is no such match, or no match at all.
        MissingFault: the cluster isn't there, or a file can't be written.
    """
    paths, folder = search_paths(parsed), Path(parsed.data)
    if not paths:
        raise InputFault(f"--data {parsed.data}: no match was recorded there; there's nothing to count")
    facts, faults = [], []
    with ExitStack() as opened:
        index = opened.enter_context(current_index(folder, parsed.cluster)) if uses_index(folder) else None
        for path, one in facts_of_all(paths, parsed.cluster, index):
            if one.found is None:
                faults.append(f"{path.parent.name} can't be counted: {one.fault}")
            else:
                facts.append(one.found)
    departed = sum(1 for one in facts if one.as_recorded_from)
    if departed:
        print(
            f"boardwarden statistics: {counted(departed, 'match counts', 'matches count')} "
            f"as recorded, of {len(facts)}; "
            "the rules of this version lead elsewhere",
            file=sys.stderr,
        )
    found = summed(facts)
    if parsed.csv:
        _write(Path(parsed.csv), csv_text(found), "--csv")
    if parsed.pictures:
        for name, drawn in pictures(found).items():
            _write(Path(parsed.pictures) / name, drawn, "--pictures")
    _print(found, as_json=parsed.json)
    for fault in faults:
        print(f"boardwarden statistics: {fault}", file=sys.stderr)
    return BAD_INPUT if faults else DONE


def _print(found: Statistics, *, as_json: bool) -> None:
    if as_json:
        for row in rows(found):
            print(json.dumps({key: value for key, value in asdict(row).items() if value is not None}))
        return
    balance = found.balance
    over = balance.matches - balance.unfinished
    matches = counted(balance.matches, "match", "matches")
    fair = f"; fair is {balance.fair:.1%}" if over else ""
    print(f"{matches}, {over} over, {balance.shared} shared{fair}")
    for row in rows(found):
        print(row_text(row))


def _write(path: Path, text: str, option: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MissingFault(f"{option} {path}: can't be written: {error.strerror or error}") from error
