"""`boardwarden doctor`: checks a table's parts before a match, and says which to change first."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import median
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE, MISSING
from dashboard.commands.board_doctor import learn
from dashboard.commands.broker import chosen_broker
from dashboard.commands.camera_opening import open_camera
from dashboard.commands.cameras import camera_name, chosen_cameras, chosen_footage
from dashboard.commands.terms import chosen_board
from dashboard.doctor.camera import Examined, examine, missing
from dashboard.doctor.machine import look_at_clock, look_at_disk
from dashboard.doctor.readers import look_at_readers
from dashboard.doctor.sensing import look_at_sensors
from dashboard.doctor.tags import tags_finding
from dashboard.doctor.texts import TEXTS
from dashboard.doctor.wiring import look_at_broker, look_at_serial
from engine.bus.address import without_password
from engine.bus.broker import private_kind
from engine.core.board import Board, load_board
from engine.core.faults import InputFault, MissingFault
from engine.core.findings import Finding, Grade
from engine.core.pieces import PieceSet, load_pieces
from vision.doctor.findings import first_to_change
from vision.doctor.measures import Measures
from vision.sources.live.device import camera_exists

BOARD_ALONE = "board"
"""The part that the doctor checks together with a person, one cell after the other."""
PARTS = ("camera", "tags", "serial", "readers", "broker", "sensors", "clock", "disk")

_NO_CAMERA = Finding(
    "camera",
    Grade.UNKNOWN,
    0,
    TEXTS.say("camera.none"),
)

_SIGNS = {
    Grade.GOOD: "good   ",
    Grade.FAIR: "FAIR   ",
    Grade.BAD: "BAD    ",
    Grade.MISSING: "MISSING",
    Grade.UNKNOWN: "-      ",
}


def run(parsed: argparse.Namespace) -> int:
    """Check the named parts, or all when none is named; report, and say which to change first.

    Raises:
        InputFault: no such part, board or picture.
    """
    if BOARD_ALONE in parsed.parts:
        if parsed.parts != [BOARD_ALONE]:
            raise InputFault(f"doctor {BOARD_ALONE}: expected no other part beside it")
        return learn(parsed.serial, parsed.wiring or "", parsed.learn, parsed.into or "")
    for part in parsed.parts:
        if part not in PARTS:
            raise InputFault(f"expected {', '.join(PARTS)}, or {BOARD_ALONE} alone; found '{part}'")
    footage = chosen_footage(parsed)
    board_name, pieces_name = chosen_board(parsed, footage)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    cameras = _cameras(parsed)
    looks: dict[str, Callable[[], Iterator[Examined]]] = {
        "camera": lambda: _look_through(cameras, board, pieces),
        "tags": lambda: _one(tags_finding(board, pieces)),
        "serial": lambda: _one(look_at_serial(parsed.serial)),
        "readers": lambda: _one(look_at_readers()),
        "broker": lambda: _one(look_at_broker(_broker(parsed), table=parsed.table)),
        "sensors": lambda: iter((Examined(look_at_sensors(_broker(parsed), table=parsed.table)),)),
        "clock": lambda: _one(look_at_clock()),
        "disk": lambda: _one(look_at_disk(Path(parsed.data))),
    }
    findings: list[Finding] = []
    measured: dict[str, Any] = {}
    # The sensors are compared with each other at a running table only.
    usual = [part for part in PARTS if part != "sensors" or _broker(parsed)]
    for looked in (one for part in parsed.parts or usual for one in looks[part]()):
        findings += looked.findings
        if looked.measures is not None:
            measured[without_password(looked.camera)] = measures_facts(looked.measures)
        for finding in looked.findings:
            print(json.dumps(finding_facts(finding)) if parsed.json else finding_text(finding), flush=True)
        if not parsed.json and looked.measures is not None and looked.measures.px_per_module:
            print("\npx a module over the board, far row first:")
            print("\n".join(map_lines(looked.measures, board)) + "\n", flush=True)
    first = first_to_change(findings)
    if parsed.json:
        change = {
            "first": "" if first is None else first.check,
            "advice": "" if first is None else first.advice,
        }
        print(json.dumps({**change, "cameras": measured}))
    else:
        print(f"\n{_first_text(first)}")
    grades = {finding.grade for finding in findings}
    return MISSING if Grade.MISSING in grades else DIDNT_HOLD if Grade.BAD in grades else DONE


def finding_facts(finding: Finding) -> dict[str, Any]:
    """Return the facts of a finding that `--json` prints as a line."""
    return {name: value for name, value in asdict(finding).items() if name != "label"}


def finding_text(finding: Finding) -> str:
    """Return a finding as a line for people; advice follows on a second line."""
    score = "" if finding.grade in (Grade.UNKNOWN, Grade.MISSING) else f"{finding.score:3}"
    advice = f"\n{'':26}→ {finding.advice}" if finding.advice else ""
    return f"{finding.check:12} {_SIGNS[finding.grade]} {score:3}  {finding.text}{advice}"


def measures_facts(measures: Measures) -> dict[str, Any]:
    """Return the facts of a camera's measurements, for the last line of `--json`."""
    return {**asdict(measures), "px_per_module": dict(measures.px_per_module)}


def map_lines(measures: Measures, board: Board) -> list[str]:
    """Return the map of px a module as rows of numbers, the board's far row first."""
    surface = board.surface
    rows: dict[float, list[tuple[float, float]]] = {}
    for cell, (x, y) in zip(surface.cells, surface.centres_mm, strict=True):
        rows.setdefault(round(y, 3), []).append((x, measures.px_per_module[cell]))
    wide = median(surface.width_mm(cell) for cell in surface.cells)
    left = min(x for row in rows.values() for x, _ in row)
    lines = []
    for _, row in sorted(rows.items(), reverse=True):
        indent = round((min(x for x, _ in row) - left) / wide * 6)
        lines.append("  " + " " * indent + "".join(f"{px:<6.1f}" for _, px in sorted(row)).rstrip())
    return lines


def _cameras(parsed: argparse.Namespace) -> tuple[str, ...]:
    """Return the named cameras; without names, camera 0 where it's plugged in."""
    return chosen_cameras(parsed) or (("0",) if camera_exists(0) else ())


def _look_through(cameras: Sequence[str], board: Board, pieces: PieceSet) -> Iterator[Examined]:
    """Check each camera in turn; with several, the name of each check begins with its camera's."""
    if not cameras:
        yield from _one(_NO_CAMERA)
    for number, spec in enumerate(cameras, start=1):
        if sys.stderr.isatty():
            print(f"looking through {without_password(spec)} …", file=sys.stderr)
        looked = _look_through_one(spec, camera_name(number), board, pieces)
        if len(cameras) > 1:
            name = camera_name(number)
            findings = tuple(replace(one, check=f"{name} {one.check}") for one in looked.findings)
            looked = replace(looked, findings=findings)
        yield replace(looked, camera=spec)


def _look_through_one(spec: str, name: str, board: Board, pieces: PieceSet) -> Examined:
    try:
        camera = open_camera(spec, name, board, pieces, start=None)
    except MissingFault as error:
        return missing(error)
    try:
        return examine(camera.source, camera.reader, board, pieces)
    except MissingFault as error:
        return missing(error)
    finally:
        camera.source.close()


def _one(finding: Finding) -> Iterator[Examined]:
    yield Examined((finding,))


def _broker(parsed: argparse.Namespace) -> str:
    """Return the URL of the broker to check; empty for a private one, which the table starts itself.

    Raises:
        InputFault: there is no such broker.
        MissingFault: the private broker that was named isn't installed.
    """
    choice = chosen_broker(parsed.broker)
    if "://" in choice:
        return choice
    private_kind(choice)
    return ""


def _first_text(first: Finding | None) -> str:
    if first is None:
        return "All is well."
    return f"Change first: {first.check}. {first.advice[:1].upper()}{first.advice[1:]}."
