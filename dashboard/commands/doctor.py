"""`boardwarden doctor`: what a table needs, looked at before a match; what to change first."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dashboard.commands.broker import chosen_broker
from dashboard.commands.terms import chosen_board
from dashboard.doctor.camera import Examined, examine, missing
from dashboard.doctor.machine import look_at_clock, look_at_disk
from dashboard.doctor.tags import tags_finding
from dashboard.doctor.wiring import look_at_broker, look_at_serial
from engine.bus.address import without_password
from engine.core.board import Board, load_board
from engine.core.faults import InputFault, MissingFault
from engine.core.finding import Finding, Grade
from engine.core.footage import Intrinsics, is_footage, load_footage
from engine.core.pieces import PieceSet, load_pieces
from vision.doctor.findings import first_to_change
from vision.doctor.measures import Measures
from vision.sources import open_source

PARTS = ("camera", "tags", "serial", "broker", "clock", "disk")

_SIGNS = {
    Grade.GOOD: "good   ",
    Grade.FAIR: "FAIR   ",
    Grade.BAD: "BAD    ",
    Grade.MISSING: "MISSING",
    Grade.UNKNOWN: "-      ",
}


def run(parsed: argparse.Namespace) -> int:
    """Look at the parts asked for (all, when none is named), report, and say what to change first.

    Raises:
        InputFault: no such part, board or picture.
    """
    for part in parsed.parts:
        if part not in PARTS:
            raise InputFault(f"expected {', '.join(PARTS)}; found '{part}'")
    findings: list[Finding] = []
    measures: Measures | None = None
    board, pieces, intrinsics = _table(parsed)
    looks: dict[str, Callable[[], Examined]] = {
        "camera": lambda: _camera(parsed, board, pieces, intrinsics),
        "tags": lambda: Examined((tags_finding(board, pieces),), None),
        "serial": lambda: Examined((look_at_serial(parsed.serial),), None),
        "broker": lambda: Examined((look_at_broker(_broker(parsed), table=parsed.table),), None),
        "clock": lambda: Examined((look_at_clock(),), None),
        "disk": lambda: Examined((look_at_disk(Path(parsed.data)),), None),
    }
    for part in parsed.parts or PARTS:
        looked = looks[part]()
        findings += looked.findings
        measures = looked.measures or measures
        for finding in looked.findings:
            print(json.dumps(finding_facts(finding)) if parsed.json else finding_text(finding), flush=True)
    first = first_to_change(findings)
    if parsed.json:
        told = {
            "first": None if first is None else first.check,
            "advice": "" if first is None else first.advice,
        }
        print(json.dumps(told if measures is None else {**told, "measures": measures_facts(measures)}))
    else:
        if measures is not None and measures.px_per_module:
            print("\npx a module over the board, far row first:\n" + "\n".join(map_lines(measures, board)))
        print(f"\n{_first_text(first)}")
    grades = {finding.grade for finding in findings}
    return 3 if Grade.MISSING in grades else 1 if Grade.BAD in grades else 0


def finding_facts(finding: Finding) -> dict[str, Any]:
    """Return a finding as the `--json` line has it."""
    return {**asdict(finding), "grade": finding.grade.value}


def finding_text(finding: Finding) -> str:
    """Return a finding as a line for people, and what to do on a second."""
    score = "" if finding.grade in (Grade.UNKNOWN, Grade.MISSING) else f"{finding.score:3}"
    advice = f"\n{'':26}→ {finding.advice}" if finding.advice else ""
    return f"{finding.check:12} {_SIGNS[finding.grade]} {score:3}  {finding.text}{advice}"


def measures_facts(measures: Measures) -> dict[str, Any]:
    """Return what was measured, as the last `--json` line has it."""
    return {**asdict(measures), "px_per_module": dict(measures.px_per_module)}


def map_lines(measures: Measures, board: Board) -> list[str]:
    """Return the map of px a module as rows of numbers, as the board lies before its near side."""
    surface = board.surface
    rows: dict[float, list[tuple[float, float]]] = {}
    for cell, (x, y) in zip(surface.cells, surface.centres_mm, strict=True):
        rows.setdefault(round(y, 3), []).append((x, measures.px_per_module[cell]))
    left = min(x for row in rows.values() for x, _ in row)
    lines = []
    for _, row in sorted(rows.items(), reverse=True):
        indent = round((min(x for x, _ in row) - left) / surface.hex_mm * 6)
        lines.append("  " + " " * indent + "".join(f"{px:<6.1f}" for _, px in sorted(row)).rstrip())
    return lines


def _table(parsed: argparse.Namespace) -> tuple[Board, PieceSet, Intrinsics | None]:
    footage = None
    if parsed.camera and is_footage(Path(parsed.camera)):
        footage = load_footage(Path(parsed.camera))
    board_name, pieces_name = chosen_board(parsed, footage)
    return load_board(board_name), load_pieces(pieces_name), footage.camera if footage else None


def _camera(
    parsed: argparse.Namespace, board: Board, pieces: PieceSet, intrinsics: Intrinsics | None
) -> Examined:
    if not parsed.camera:
        if not Path("/dev/video0").exists():
            text = "no camera is named or plugged in; a table without one is simulated"
            return Examined((Finding("camera", Grade.UNKNOWN, 0, text),), None)
        parsed.camera = "0"
    if sys.stderr.isatty():
        print(f"looking through {without_password(parsed.camera)} …", file=sys.stderr)
    try:
        source = open_source(parsed.camera)
    except MissingFault as error:
        return missing(error)
    try:
        return examine(source, board, pieces, intrinsics=intrinsics)
    except MissingFault as error:
        return missing(error)
    finally:
        source.close()


def _broker(parsed: argparse.Namespace) -> str:
    """Return the URL to try; a broker that the table starts itself needs no look."""
    choice = chosen_broker(parsed.broker)
    return choice if "://" in choice else ""


def _first_text(first: Finding | None) -> str:
    if first is None:
        return "All is well."
    return f"Change first: {first.check}. {first.advice[:1].upper()}{first.advice[1:]}."
