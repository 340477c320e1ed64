"""`boardwarden bench`: measures on this machine; speeds are ratios to a reference in the same run."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.progress import StandingClock, spell_seconds
from dashboard.lab.accuracy.curve_svg import draw_curve
from dashboard.lab.accuracy.limits import CurvePoint, limit_curves, measure_curve
from dashboard.lab.accuracy.rates import Rates, measure_rows
from dashboard.lab.accuracy.rows import ROWS
from dashboard.lab.breaking import rows_until_a_break
from dashboard.lab.coders import bench_coders
from dashboard.lab.commands.bench_cards import run_cards
from dashboard.lab.commands.bench_changed import run_changed
from dashboard.lab.commands.bench_films import run_films
from dashboard.lab.game_engine import bench_game_engine
from dashboard.lab.parts import PARTS, BenchPart
from dashboard.lab.photos import OURS, read_photos
from dashboard.lab.referee import bench_card_referee
from dashboard.lab.vision_steps import bench_steps
from engine.core.board import load_board
from engine.core.faults import InputFault, MissingFault
from engine.core.pieces import load_pieces

_AMOUNTS = (
    *("accuracy", "limits", "changed", "number", "photos", "cards", "steps", "coders"),
    *("conditions", "actions", "into", "keep", "page"),
)
_HELD = {True: "", False: "  goal not held"}

FILMS_OPTIONS = ("conditions", "actions", "seed", "into", "keep", "page")

_HEAD = (
    f"{'condition':<34} {'pieces':>6} {'right':>8} {'floor':>7} {'unsure':>7} {'wrong':>6} {'missed':>7} "
    f"{'doubts':>7} {'passing':>8} {'lasting':>8}"
)


def run(parsed: argparse.Namespace) -> int:  # noqa: C901, PLR0912  # one arm a bench
    """Measure the named parts, or all when none is named; print a row for each figure.

    Returns 1 when a goal isn't reached, else 0.

    Raises:
        InputFault: a part or condition is unknown, options don't go together, or a folder can't be written.
        MissingFault: a part lacks a program or library; the other parts are measured all the same.
    """
    for part in parsed.parts:
        if part not in PARTS:
            raise InputFault(f"PART: expected {' or '.join(PARTS)} (none: all of them), found '{part}'")
    if parsed.quick and (parsed.game or any(getattr(parsed, option) for option in _AMOUNTS)):
        raise InputFault(
            "--quick: expected parts alone with it, as in `boardwarden bench vision --quick`; what else is "
            "measured is shortened by --rows, --boards, --conditions and --actions"
        )
    if parsed.photos is not None:
        if parsed.parts != ["vision"] or parsed.accuracy or parsed.changed or parsed.limits is not None:
            raise InputFault("--photos: expected `boardwarden bench vision --photos DIR`, nothing else")
        return _photos(parsed)
    if parsed.cards:
        if parsed.parts != ["vision"] or parsed.accuracy or parsed.changed or parsed.limits is not None:
            raise InputFault("--cards: expected `boardwarden bench vision --cards`, nothing else")
        return run_cards(parsed)
    if parsed.coders is not None:
        if parsed.parts != ["records"] or parsed.accuracy or parsed.changed or parsed.limits is not None:
            raise InputFault("--coders: expected `boardwarden bench records --coders DIR`, nothing else")
        return _coders(parsed)
    if parsed.steps:
        if parsed.parts != ["vision"] or parsed.accuracy or parsed.changed or parsed.limits is not None:
            raise InputFault("--steps: expected `boardwarden bench vision --steps`, nothing else")
        for row in bench_steps():
            _print_row(parsed, "vision", row)
        return 0
    if parsed.changed is not None:
        if parsed.parts != ["vision"] or parsed.accuracy or parsed.limits is not None:
            raise InputFault("--changed: expected `boardwarden bench vision --changed DIR`, nothing else")
        return run_changed(parsed)
    if parsed.accuracy or parsed.limits is not None:
        if parsed.parts != ["vision"]:
            raise InputFault("--accuracy and --limits: expected `boardwarden bench vision`, no other part")
        return _limits(parsed) if parsed.limits is not None else _accuracy(parsed)
    if parsed.number:
        raise InputFault("--number: expected `boardwarden bench vision --changed DIR --number MODULE:NAME`")
    if parsed.rows or parsed.boards is not None:
        raise InputFault(
            "--rows and --boards say what of --accuracy, --limits or --changed is measured: expected one of "
            "these with them, as in `boardwarden bench vision --accuracy --rows dim`"
        )
    if parsed.parts == ["films"] and not parsed.quick:
        return run_films(parsed)
    if parsed.game:
        if parsed.parts not in (["referee"], ["engine"]):
            raise InputFault("--game: expected `boardwarden bench referee --game NAME`, or `bench engine`")
        return _of_game(parsed)
    if any(getattr(parsed, option) for option in FILMS_OPTIONS):
        raise InputFault(f"--{', --'.join(FILMS_OPTIONS)}: expected `boardwarden bench films`, films alone")
    return _parts(parsed)


def _of_game(parsed: argparse.Namespace) -> int:
    """Measure the one named part with the game of `--game`; return 1 when a goal isn't reached."""
    (part,) = parsed.parts
    held = True
    for row in (bench_card_referee if part == "referee" else bench_game_engine)(parsed.game):
        _print_row(parsed, part, row)
        held = held and row.get("holds", True)
    return DONE if held else DIDNT_HOLD


def _coders(parsed: argparse.Namespace) -> int:
    """Print the rows of ways to pack pictures; return 1 when ours doesn't reach its goals."""
    held = True
    for row in bench_coders(Path(parsed.coders)):
        _print_row(parsed, "records", row)
        held = held and row.get("holds", True)
    return DONE if held else DIDNT_HOLD


def _parts(parsed: argparse.Namespace) -> int:
    """Measure parts one after the other, and print the usual time of each before it begins.

    Raises:
        MissingFault: a part lacks a program or library; it's raised after the others are measured.
    """
    missing, failed = [], []
    for name in parsed.parts or PARTS:
        try:
            failed += _measured(parsed, name, PARTS[name])
        except MissingFault as fault:
            missing.append(str(fault))
    for what in failed:
        print(f"boardwarden bench: not held: {what}", file=sys.stderr)
    if missing:
        raise MissingFault("; ".join(missing))
    return DIDNT_HOLD if failed else DONE


def _measured(parsed: argparse.Namespace, name: str, part: BenchPart) -> list[str]:
    """Measure a part and print its rows; return a text for each goal that isn't reached."""
    about_s = part.quick_s if parsed.quick else part.lasts_s
    shorter = "" if parsed.quick else f"; --quick: {spell_seconds(part.quick_s)}"
    print(f"bench {name}: takes about {spell_seconds(about_s)}{shorter}", file=sys.stderr, flush=True)
    failed = []
    with StandingClock(f"bench {name}", about_s) as clock:
        for row in rows_until_a_break(name, lambda: part.measure(quick=parsed.quick)):
            with clock.apart():
                _print_row(parsed, name, row)
            if not row.get("holds", True):
                failed.append(f"{name}: {row['what']}, measured {row['value']}")
    return failed


def _print_row(parsed: argparse.Namespace, part: str, row: dict[str, Any]) -> None:
    if parsed.json:
        print(json.dumps({"part": part, **row}), flush=True)
    else:
        print(f"{part:9} {row['what']:60} {row['value']}{_HELD[row.get('holds', True)]}", flush=True)


def _photos(parsed: argparse.Namespace) -> int:
    """Print the readings of photographs; return 1 when we miss a tag or read a false one."""
    held = True
    for one in read_photos(Path(parsed.photos)):
        held = held and (one.detector != OURS or (one.found == one.expected and one.false == 0))
        off = " ".join(
            f"{what} {'-' if px is None else f'{px:.2f} px'}"
            for what, px in (
                ("off what is said", one.off_px),
                ("off black's edge", one.off_edge_px),
                ("off flat", one.off_flat_px),
            )
        )
        print(
            json.dumps({"part": "vision", **asdict(one)})
            if parsed.json
            else f"{one.photo:<28} {one.detector:<12} {one.found} of {one.expected}, {one.false} false {off}",
            flush=True,
        )
    return 0 if held else 1


def _accuracy(parsed: argparse.Namespace) -> int:
    """Print the table of rates; return 1 when a row doesn't reach its floor."""
    rows = [row for row in ROWS if parsed.rows in row.name]
    if not rows:
        raise InputFault(f"--rows {parsed.rows}: no condition has this in its name; expected a part of one "
                         f"of: {', '.join(row.name for row in ROWS)}")  # fmt: skip
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    if not parsed.json:
        print(_HEAD)
    held = True
    measured = measure_rows(rows, board, pieces, boards=_boards(parsed, 2))
    for row, rates in zip(rows, measured, strict=True):
        held = held and rates.holds(row)
        if parsed.json:
            facts = {"part": "vision", "floor": row.right, "holds": rates.holds(row), **asdict(rates)}
            print(json.dumps(facts), flush=True)
        else:
            print(_row_text(rates, row.right, holds=rates.holds(row)), flush=True)
    return 0 if held else 1


def _row_text(rates: Rates, floor: float, *, holds: bool) -> str:
    text = (
        f"{rates.name:<34} {rates.visible:>6} {rates.right_share:>8.2%} {floor:>7.1%} {rates.unsure:>7} "
        f"{rates.wrong:>6} {rates.missed:>7} {rates.doubts:>7} {rates.passing:>8} {len(rates.lasting):>8}"
    )
    return "\n".join(
        [text if holds else f"{text}  below its floor", *(f"    {one}" for one in rates.lasting)]
    )


def _limits(parsed: argparse.Namespace) -> int:
    """Draw the curves into a folder, and print their points."""
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    every = limit_curves(board, pieces)
    curves = [curve for curve in every if parsed.rows in curve.name]
    if not curves:
        raise InputFault(f"--rows {parsed.rows}: no curve has this in its name; expected a part of one "
                         f"of: {', '.join(curve.name for curve in every)}")  # fmt: skip
    boards, folder = _boards(parsed, 1), Path(parsed.limits)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputFault(
            f"--limits {folder}: expected a folder to write to: {error.strerror or error}"
        ) from error
    if not os.access(folder, os.W_OK):
        raise InputFault(f"--limits {folder}: expected a folder to write to: this one can't be written")
    for curve in curves:
        points = []
        for point in measure_curve(curve, board, pieces, boards=boards):
            points.append(point)
            print(_point_text(curve.name, point, as_json=parsed.json), flush=True)
        (folder / f"limits-{curve.name}.svg").write_text(draw_curve(curve, points), encoding="utf-8")
    return 0


def _point_text(curve: str, point: CurvePoint, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"part": "vision", "curve": curve, "line": point.line, "at": point.at,
                           **asdict(point.rates)})  # fmt: skip
    rates = point.rates
    return (
        f"{curve:6} {point.line:<26} {point.at:>6g} right {rates.right_share:>7.1%}, {rates.unsure} unsure, "
        f"{rates.missed} missed, {rates.wrong} wrong, {len(rates.lasting)} lasting, of {rates.visible}"
    )


def _boards(parsed: argparse.Namespace, usual: int) -> int:
    if parsed.boards is None:
        return usual
    if not parsed.boards.isdecimal() or int(parsed.boards) < 1:
        raise InputFault(f"--boards: expected a whole number from 1, found '{parsed.boards}'")
    return int(parsed.boards)
