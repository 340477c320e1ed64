"""`boardwarden statistics`: what an archive of matches shows, as a table, CSV and pictures."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from dashboard.archive.count_rows import csv_text, facts_at, pictures, row_text, rows
from dashboard.archive.jobs import cores, worked
from dashboard.commands import BAD_INPUT, DONE
from dashboard.commands.archives import chosen_paths
from dashboard.commands.progress import progress_of_matches
from engine.core.faults import InputFault, MissingFault
from engine.records.statistics import Statistics, summed


def run(parsed: argparse.Namespace) -> int:
    """Count over the matches and print the table; matches that can't be read are listed at the end.

    Raises:
        InputFault: no such match, or none at all.
        MissingFault: the cluster isn't there, or a file can't be written.
    """
    paths = chosen_paths(parsed, parsed.matches)
    if not paths:
        raise InputFault(f"--data {parsed.data}: no match was recorded there; there's nothing to count")
    facts, faults = [], []
    tell = progress_of_matches(len(paths))
    counted = worked(facts_at, paths, parsed.cluster, tell, processes=cores())
    for path, one in zip(paths, counted, strict=True):
        if one.found is None:
            faults.append(f"{path.parent.name} can't be counted: {one.fault}")
        else:
            facts.append(one.found)
    departed = sum(1 for one in facts if one.as_recorded_from)
    if departed:
        print(
            f"boardwarden statistics: {departed} of {len(facts)} matches count as recorded; the rules of "
            "this version lead elsewhere",
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
    counted = f"{balance.matches} match{'' if balance.matches == 1 else 'es'}"
    print(f"{counted}, {over} over, {balance.shared} shared; fair is {balance.fair:.1%}")
    for row in rows(found):
        print(row_text(row))


def _write(path: Path, text: str, option: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MissingFault(f"{option} {path}: can't be written: {error.strerror or error}") from error
