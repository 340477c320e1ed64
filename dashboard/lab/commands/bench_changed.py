"""`boardwarden bench vision --changed DIR`: reads and judges kept films under changed light and lenses."""

import argparse
import json
from contextlib import nullcontext
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path

from dashboard.lab.changed.cases import ChangedOutcome, expected_of, find_cases, run_case
from dashboard.lab.changed.changes import CHANGES
from dashboard.lab.changed.numbers import FACTORS, number_times
from engine.core.faults import InputFault

HEAD = (
    f"{'film':<14} {'change':<24} {'visible':>7} {'right':>6} {'wrong':>6} {'missed':>7} {'doubts':>7} "
    f"{'judged':>8}  also"
)


def run_changed(parsed: argparse.Namespace) -> int:
    """Print a line for each film and change. Return 1 when one of them doesn't hold, else 0.

    With `--number` there are three lines for each: with half of that number, the number itself, and its
    double.

    Raises:
        InputFault: there are no films, there is no such change or number, or a film's files can't be read.
    """
    changes = [one for one in CHANGES if parsed.rows in one.name]
    if not changes:
        raise InputFault(f"--rows {parsed.rows}: no change has this in its name; expected a part of one of: "
                         f"{', '.join(one.name for one in CHANGES)}")  # fmt: skip
    films = find_cases(Path(parsed.changed))
    if not parsed.json:
        print(HEAD)
    held = True
    for film in films:
        expected = expected_of(film)
        for change, factor in product(changes, FACTORS if parsed.number else (1.0,)):
            with number_times(parsed.number, factor) if parsed.number else nullcontext():
                outcome = run_case(film, change, expected)
            if parsed.number:
                outcome = replace(outcome, change=f"{change.name}, {factor:g} times")
            held = held and outcome.holds
            print(
                json.dumps({"part": "vision", "holds": outcome.holds, **asdict(outcome)})
                if parsed.json
                else _text(outcome),
                flush=True,
            )
    return 0 if held else 1


def _text(one: ChangedOutcome) -> str:
    judged = f"{one.judged} of {one.played}" if one.played else "-"
    besides = "; ".join(json.dumps(event) for event in one.others)
    return (
        f"{one.film:<14} {one.change:<24} {one.seen.visible:>7} {one.seen.right:>6} {len(one.seen.wrong):>6} "
        f"{len(one.seen.missed):>7} {one.doubts:>7} {judged:>8}  {besides}"
    ).rstrip()
