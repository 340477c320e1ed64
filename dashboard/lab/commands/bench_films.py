"""`boardwarden bench films`: judges matches filmed under many conditions, and compares with floors."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import cv2

from dashboard.lab.films.card import (
    FIRST_SEED,
    WHOLE_ACTIONS,
    Sum,
    by_condition,
    film_all,
    format_filmed,
    load_films,
    summed,
)
from dashboard.lab.films.filmed_match import REPORT_SEED, Filmed
from dashboard.lab.films.page import report_page
from dashboard.lab.films.row import FilmRow
from dashboard.lab.films.rows import ROWS
from engine.core.counting import counted
from engine.core.faults import InputFault

HEAD = (
    f"{'condition':<34} {'actions':>7} {'wrong':>6} {'missed':>7} {'false':>6} {'asked':>6} {'elsewhere':>10}"
    f" {'read':>8} {'s/action':>9}"
)


def run_films(parsed: argparse.Namespace) -> int:
    """Film and judge matches; print a line for each film, then the table of conditions.

    Returns 1 when a condition doesn't reach its floor, else 0.

    Raises:
        InputFault: there is no such condition, a number is malformed, or a file can't be read or written.
    """
    rows = _rows(parsed.conditions)
    # One thread: for small pictures more threads cost more than they save. Two runs side by side use two
    # cores.
    cv2.setNumThreads(1)
    report = parsed.page is not None
    into = None if parsed.into is None else Path(parsed.into)
    films = [] if into is None else list(load_films(into))
    for film in _filmed(parsed, rows, films, report=report):
        films.append(film)
        if into is not None:
            _append(into, format_filmed(film))
        _say(film, as_json=parsed.json)
    films = [film for film in films if (film.seed >= REPORT_SEED) is report]
    if not parsed.json:
        print(HEAD)
    held = True
    for row, found in by_condition(films, rows):
        held = held and found.holds(row)
        _print(found, holds=found.holds(row), as_json=parsed.json)
    _print(summed("all", films), holds=held, as_json=parsed.json)
    if report:
        try:
            Path(parsed.page).write_text(report_page(films, rows), encoding="utf-8")
        except OSError as error:
            raise InputFault(f"--page {parsed.page}: can't be written: {error.strerror or error}") from error
    return 0 if held else 1


def _filmed(
    parsed: argparse.Namespace, rows: tuple[FilmRow, ...], films: list[Filmed], *, report: bool
) -> Iterator[Filmed]:
    if report and (parsed.seed is not None or parsed.keep is not None):
        raise InputFault(
            "--page: expected neither --seed nor --keep with it: the kept report has seeds of its own, and "
            "nobody looks at their films"
        )
    first = REPORT_SEED if report else _number("--seed", parsed.seed, FIRST_SEED)
    if not report and first >= REPORT_SEED // 2:
        raise InputFault(
            f"--seed: expected less than {REPORT_SEED // 2}, found {first}: from {REPORT_SEED} on the seeds "
            "are the kept report's"
        )
    return film_all(
        rows,
        actions=_number("--actions", parsed.actions, WHOLE_ACTIONS),
        first=first,
        done={(film.condition, film.seed) for film in films},
        keep=None if parsed.keep is None else Path(parsed.keep),
    )


def _rows(words: str) -> tuple[FilmRow, ...]:
    """Return the conditions that have one of the words, separated by commas, in their names."""
    found = tuple(row for row in ROWS if any(word.strip() in row.name for word in words.split(",")))
    if not found:
        raise InputFault(
            f"--conditions {words}: no condition has this in its name; expected a part of one of: "
            f"{', '.join(row.name for row in ROWS)}"
        )
    return found


def _number(option: str, text: str | None, usual: int) -> int:
    if text is None:
        return usual
    if not text.isdecimal() or int(text) < 1:
        raise InputFault(f"{option}: expected a whole number from 1, found '{text}'")
    return int(text)


def _append(path: Path, line: str) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError as error:
        raise InputFault(f"--into {path}: can't be written: {error.strerror or error}") from error


def _say(film: Filmed, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"part": "films", **asdict(film)}), flush=True)
        return
    fine = f"{counted(film.actions, 'action')} in {film.seconds:.0f} s" if film.is_clean else ""
    print(f"{film.condition}, seed {film.seed}: {fine}", file=sys.stderr, flush=True)
    if film.notes and film.drawn:
        print(f"    drawn: {film.drawn}", file=sys.stderr, flush=True)
    for note in film.notes:
        print(f"    {note}", file=sys.stderr, flush=True)


def _print(found: Sum, *, holds: bool, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"part": "films", "holds": holds, **asdict(found)}), flush=True)
        return
    print(
        f"{found.name:<34} {found.actions:>7} {found.wrong_commits:>6} {found.missed:>7} "
        f"{found.false_warnings:>6} {found.questions:>6} {found.stopped_elsewhere:>10} "
        f"{found.right / max(1, found.visible):>8.2%} {found.seconds / max(1, found.actions):>9.2f}"
        f"{'' if holds else '  below its floor'}",
        flush=True,
    )
