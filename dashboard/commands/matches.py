"""`boardwarden matches`: lists the recorded matches, verifies their journals, imports and deletes."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from time import localtime, strftime, time
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.record_reports import report_json, report_text
from engine.core.faults import InputFault, MissingFault
from engine.core.footage import VIDEO_SUFFIXES, is_footage
from engine.core.ids import Seconds
from engine.records.archive import Listed, delete_match, find_match, import_match, look_at, verified
from engine.records.imports import SUFFIX, import_notation
from engine.records.upgrading import upgrade
from engine.session.matches.journal import journals


def run(parsed: argparse.Namespace) -> int:
    """Do what was asked of the matches of a folder; without an order, list them.

    Raises:
        InputFault: no such match, or two orders at once.
        MissingFault: the disk refuses, or an engine plays the match that is to go.
    """
    folder = Path(parsed.data)
    if sum((parsed.verify, bool(parsed.imports), parsed.delete, parsed.upgrade)) > 1:
        raise InputFault(
            "--verify, --upgrade, --import, --delete: expected one of these orders; several came"
        )
    if parsed.imports:
        return _import(folder, parsed)
    if parsed.delete and not parsed.matches:
        raise InputFault("--delete: expected the names of the matches to delete; none came")
    chosen = [find_match(folder, name) for name in parsed.matches] or list(journals(folder))
    if parsed.delete:
        return _delete(chosen, sure=parsed.yes)
    if parsed.upgrade:
        return _upgrade(chosen)
    return _verify(chosen, as_json=parsed.json) if parsed.verify else _list(folder, chosen, parsed)


def _list(folder: Path, chosen: list[Path], parsed: argparse.Namespace) -> int:
    total = 0
    for path in chosen:
        one = look_at(path)
        total += one.journal_bytes + one.evidence_bytes
        print(json.dumps(match_facts(one)) if parsed.json else match_text(one), flush=True)
    if not parsed.json:
        count = f"{len(chosen)} match{'' if len(chosen) == 1 else 'es'}"
        print(f"{count} in {folder}, {size_text(total)}", file=sys.stderr)
    return DONE


def match_facts(one: Listed) -> dict[str, Any]:
    """Return a match as the `--json` line has it."""
    return {**asdict(one), "path": str(one.path)}


def match_text(one: Listed) -> str:
    """Return a match as a line for people."""
    if one.fault:
        return f"{one.match}  can't be read: {one.fault}"
    when = strftime("%Y-%m-%d %H:%M", localtime(one.opened_at))
    evidence = size_text(one.evidence_bytes) if one.evidence_bytes else "none"
    other = "" if one.played_here else ", by other rules or cards than those installed"
    unknown = f"; skipped: entries {', '.join(one.unknown)}" if one.unknown else ""
    return (
        f"{one.match}  {when}  {one.game}  {one.revision} actions  "
        f"journal {size_text(one.journal_bytes)}, evidence {evidence}{other}{unknown}"
    )


def size_text(size_bytes: int) -> str:
    """Return a size in the unit that people would use."""
    size = float(size_bytes)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def _verify(chosen: list[Path], *, as_json: bool) -> int:
    status = DONE
    for path in chosen:
        report = verified(path)
        if not report.holds:
            status = DIDNT_HOLD
        print(report_json(path, report) if as_json else report_text(path, report), flush=True)
    return status


def _upgrade(chosen: list[Path]) -> int:
    status = DONE
    for path in chosen:
        try:
            count = upgrade(path, Seconds(time()))
        except (InputFault, MissingFault) as error:
            print(f"boardwarden matches: {path.parent.name} can't be upgraded: {error}", file=sys.stderr)
            status = DIDNT_HOLD
            continue
        done = f"upgraded: {count} entries got their results" if count else "is of today's format"
        print(f"{path.parent.name}  {done}", flush=True)
    return status


def _import(folder: Path, parsed: argparse.Namespace) -> int:
    if parsed.matches:
        raise InputFault("--import takes its files after it; expected no other names")
    status = DONE
    for source in parsed.imports:
        path = _taken_in(folder, Path(source), parsed)
        if path is None:
            status = DIDNT_HOLD
            continue
        one = look_at(path)
        print(json.dumps(match_facts(one)) if parsed.json else match_text(one), flush=True)
    return status


def _taken_in(folder: Path, source: Path, parsed: argparse.Namespace) -> Path | None:
    """Import one thing and return its journal; None: questions stay open, and are shown."""
    if source.suffix == SUFFIX:
        return import_notation(folder, source)
    if source.suffix.lower() not in VIDEO_SUFFIXES and not is_footage(source):
        return import_match(folder, source)
    from dashboard.commands import film  # noqa: PLC0415 # loads OpenCV, for this alone

    path, questions = film.imported(folder, source, parsed)
    for one in questions:
        told = json.dumps(asdict(one)) if parsed.json else film.question_text(one)
        print(told, flush=True)
    if questions:
        print(
            f"boardwarden matches: {source}: {len(questions)} questions are open, and nothing was imported; "
            f"answer them: --answers {','.join(f'{one.frame}=N' for one in questions)}",
            file=sys.stderr,
        )
    return path


def _delete(chosen: list[Path], *, sure: bool) -> int:
    if not sure and not sys.stdin.isatty():
        raise InputFault("--delete asks before anything goes, and nobody is there to answer; add --yes")
    for path in chosen:
        if not sure:
            print(match_text(look_at(path)), file=sys.stderr)
            print("Delete this match for ever? Type yes: ", end="", file=sys.stderr, flush=True)
            if sys.stdin.readline().strip() != "yes":
                print("kept", file=sys.stderr)
                continue
        delete_match(path)
        print(f"deleted {path.parent.name}", file=sys.stderr)
    return DONE
