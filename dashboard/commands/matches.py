"""`boardwarden matches`: lists the recorded matches, verifies their journals, imports and deletes."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from time import localtime, strftime, time
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.indexed import current_index, search_paths, uses_index, wanted
from dashboard.commands.progress import ProgressLine, progress_of_matches
from dashboard.commands.record_reports import report_json, report_text
from engine.core.counting import counted
from engine.core.faults import InputFault, MissingFault
from engine.core.footage import VIDEO_SUFFIXES, is_footage
from engine.core.ids import Seconds
from engine.games.rules_code import names_code_alone
from engine.records.anchor import ANSWER, found_anchor, write_request
from engine.records.archive import Listed, delete_match, find_match, import_match, look_at, verified
from engine.records.evidence import OPEN, frame_files
from engine.records.imports import SUFFIX, import_notation
from engine.records.packed_pictures import pack_pictures
from engine.records.upgrading import upgrade
from engine.session.matches.journal import journals


def run(parsed: argparse.Namespace) -> int:
    """Verify, upgrade, pack, import or delete the matches of a folder, by the options; else list them.

    Raises:
        InputFault: there is no such match, or the options ask for two of these at once.
        MissingFault: the disk refuses, or an engine plays the match that is to be deleted.
    """
    folder = Path(parsed.data)
    orders = [parsed.verify, bool(parsed.imports), parsed.delete, parsed.upgrade, parsed.pack]
    orders.append(parsed.anchor)
    if sum(orders) > 1:
        raise InputFault(
            "--verify, --upgrade, --pack, --anchor, --import, --delete: expected one of them; several came"
        )
    if parsed.imports:
        return _import(folder, parsed)
    if parsed.delete and not parsed.matches:
        raise InputFault("--delete: expected the names of the matches to delete; none came")
    if not any(orders):
        return _list(folder, parsed)
    if parsed.delete:
        return _delete([find_match(folder, name) for name in parsed.matches], sure=parsed.yes)
    chosen = search_paths(parsed)[::-1]
    if parsed.upgrade:
        return _upgrade(chosen)
    if parsed.pack:
        return _pack(chosen)
    if parsed.anchor:
        return _anchor(chosen)
    authority = Path(parsed.authority) if parsed.authority else None
    return _verify(chosen, authority, as_json=parsed.json)


def _list(folder: Path, parsed: argparse.Namespace) -> int:
    total = number = 0
    for one in _looked_at(folder, parsed):
        number += 1
        total += one.journal_bytes + one.evidence_bytes
        print(json.dumps(match_facts(one)) if parsed.json else match_text(one))
    if not parsed.json:
        sys.stdout.flush()
        count = counted(number, "match", "matches")
        print(f"{count} in {folder}, {size_text(total)}", file=sys.stderr)
    return DONE


def _looked_at(folder: Path, parsed: argparse.Namespace) -> Iterator[Listed]:
    """Yield the matches to list, newest first; a search or a long list uses the index."""
    asked = wanted(parsed)
    if parsed.matches and not asked:
        yield from (look_at(find_match(folder, name)) for name in parsed.matches)
    elif asked or parsed.reindex or uses_index(folder):
        if parsed.matches:
            raise InputFault("a search finds its matches itself: expected no names beside it")
        with current_index(folder, parsed.cluster, anew=parsed.reindex) as index:
            yield from index.found(asked)
    else:
        yield from map(look_at, journals(folder))


def match_facts(one: Listed) -> dict[str, Any]:
    """Return the facts of a match that `--json` prints as a line."""
    return {**asdict(one), "path": str(one.path)}


def match_text(one: Listed) -> str:
    """Return a match as a line for people."""
    if one.fault:
        return f"{one.match}  can't be read: {one.fault}"
    when = strftime("%Y-%m-%d %H:%M", localtime(one.opened_at))
    evidence = size_text(one.evidence_bytes) if one.evidence_bytes else "none"
    other = "" if one.played_here else f", as recorded: by {_others(one)} than those installed"
    unknown = f"; skipped: entries {', '.join(one.unknown)}" if one.unknown else ""
    return (
        f"{one.match}  {when}  {one.game}  {counted(one.revision, 'action')}  "
        f"journal {size_text(one.journal_bytes)}, evidence {evidence}{other}{unknown}"
    )


def _others(one: Listed) -> str:
    if names_code_alone(one.rules):
        return "other rules or cards"
    return "other rules (or only other comments in their code) or cards"


def size_text(size_bytes: int) -> str:
    """Return a size in bytes as text, in B, kB, MB or GB."""
    size = float(size_bytes)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def _anchor(chosen: list[Path]) -> int:
    status = DONE
    for path in chosen:
        try:
            request = write_request(path, verified(path))
        except InputFault as error:
            print(f"boardwarden matches: {error}", file=sys.stderr)
            status = DIDNT_HOLD
            continue
        print(
            f"{request}: send it to a time-stamping authority, and keep its answer as {ANSWER} beside it:\n"
            f"  curl -H 'Content-Type: application/timestamp-query' --data-binary @{request} "
            f"-o {request.with_name(ANSWER)} AUTHORITY",
            flush=True,
        )
    return status


def _verify(chosen: list[Path], authority: Path | None, *, as_json: bool) -> int:
    status = DONE
    tell = progress_of_matches(len(chosen))
    for number, path in enumerate(chosen, start=1):
        try:
            report = verified(path)
        except (InputFault, MissingFault) as error:
            tell.clear()
            print(f"boardwarden matches: {path.parent.name} can't be checked: {error}", file=sys.stderr)
            status = DIDNT_HOLD
            continue
        anchor = found_anchor(path, report, authority)
        if not report.holds or (anchor is not None and anchor.fault):
            status = DIDNT_HOLD
        tell.clear()
        print((report_json if as_json else report_text)(path, report, anchor), flush=True)
        if number < len(chosen):
            tell(number)
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
        done = (
            f"upgraded: {counted(count, 'entry', 'entries')} got {'its' if count == 1 else 'their'} results"
            if count
            else "is of today's format"
        )
        print(f"{path.parent.name}  {done}", flush=True)
    return status


def _pack(chosen: list[Path]) -> int:
    status = DONE
    for path in chosen:
        files = [one for one in frame_files(path.parent) if one.suffix != OPEN]
        before, count = _size_bytes(files), 0
        tell = ProgressLine(len(files), lambda done: f"{counted(int(done), 'file')} of pictures")
        try:
            for number, one in enumerate(files, start=1):
                count += pack_pictures(one)
                tell(number)
        except (InputFault, OSError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            print(f"boardwarden matches: {path.parent.name} can't be packed: {why}", file=sys.stderr)
            status = DIDNT_HOLD
            continue
        sizes = f"{size_text(before)} before, {size_text(_size_bytes(files))} now"
        print(
            f"{path.parent.name}  {counted(count, 'picture')} packed: {sizes}"
            if count
            else f"{path.parent.name}  has no pictures to pack",
            flush=True,
        )
    return status


def _size_bytes(files: list[Path]) -> int:
    return sum(one.stat().st_size for one in files)


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
    """Import one source and return its journal; None, after printing them: questions are open."""
    if source.suffix == SUFFIX:
        return import_notation(folder, source)
    if source.suffix.lower() not in VIDEO_SUFFIXES and not is_footage(source):
        return import_match(folder, source)
    from dashboard.commands import film  # noqa: PLC0415 # loads OpenCV, for this alone

    path, questions = film.imported(folder, source, parsed)
    for one in questions:
        line = json.dumps(asdict(one)) if parsed.json else film.question_text(one)
        print(line, flush=True)
    if questions:
        print(
            f"boardwarden matches: {source}: {counted(len(questions), 'question is', 'questions are')} open, "
            "and nothing was imported; "
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
