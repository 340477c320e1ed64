"""The matches in one folder: list, import and delete them."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.core.board import load_board
from engine.core.bounded_json import parse_json
from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.ids import Seat, Seconds
from engine.games.carried import NOT_SAID, is_as_installed, portable_terms
from engine.games.registry import open_game
from engine.records.bounded import LARGEST_JOURNAL, bounded_bytes
from engine.records.chain import ChainReport, check_against, check_chain, seals_of
from engine.records.evidence import evidence_files, frame_files, kept_by_evidence, read_about
from engine.records.evidence_check import EvidenceReport, check_evidence
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.journal import (
    NAME,
    JournalFault,
    journal_bytes,
    journal_path,
    journals,
    other_format,
    parse_journal,
    parse_line,
)
from engine.session.matches.journal_replay import players_of, read_opening, replay
from engine.session.matches.match_opening import MatchOpening
from engine.session.matches.signing import RecordSignature, load_signature
from engine.session.seen.sighting import START

_NEAR = 3
"""How many names are suggested in place of one that no match has."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One match of a folder."""

    match: str
    """The match's name."""
    path: Path
    """The journal's path."""
    table: str = ""
    """The table's name."""
    game: str = ""
    """The game's name."""
    opened_at: Seconds = START
    """When it was opened, in seconds by the wall clock."""
    last_at: Seconds = START
    """When its last entry was written, in seconds by the wall clock."""
    entries: int = 0
    """How many entries its journal has."""
    revision: int = 0
    """The number of committed actions."""
    journal_bytes: int = 0
    """The journal's size in bytes."""
    evidence_bytes: int = 0
    """The size of its evidence in bytes."""
    fault: str = ""
    """Why no more is known of it; else empty."""
    names: Mapping[Seat, str] = field(default_factory=dict)
    """The names of the players who gave one, by their seats."""
    version: str = ""
    """The version of the program that opened it."""
    commit: str = ""
    """That program's commit; empty if it isn't known."""
    rules: str = ""
    """The hash of the rules that it was played by; empty in journals of the first format."""
    played_here: bool = True
    """Whether the installed rules, board, pieces and content pack are the ones that it was played by."""
    unknown: tuple[str, ...] = ()
    """The kinds of entries that this version doesn't know; they are kept and skipped."""


def listed(folder: Path) -> Iterator[Listed]:
    """Yield the matches in a folder, the newest first."""
    for path in journals(folder):
        yield look_at(path)


def look_at(path: Path) -> Listed:
    """Return a summary of one journal's match; a journal that can't be read gives the reason."""
    name = path.parent.name
    try:
        content = journal_bytes(path)
        kept = parse_journal(content)
        opening = read_opening(kept.entries[0]) if kept.entries else None
    except (JournalFault, InputFault) as error:
        return Listed(name, path, fault=str(error))
    if opening is None:
        return Listed(name, path, fault="the journal is empty")
    revisions = [int(entry.body.get("revision", 0)) for entry in kept.entries]
    last = parse_json(content[: kept.length].rstrip(b"\n").rpartition(b"\n")[2])
    return Listed(
        name,
        path,
        table=opening.table,
        game=opening.game,
        opened_at=opening.opened_at,
        last_at=Seconds(float(last["at"])),
        entries=len(kept.entries),
        revision=max(revisions),
        journal_bytes=len(content),
        evidence_bytes=evidence_bytes(path.parent),
        names=players_of(kept.entries),
        version=opening.version,
        commit=opening.played_with.commit,
        rules=opening.played_with.rules,
        played_here=_played_here(opening),
        unknown=_unknown_kinds(kept.entries),
    )


def _played_here(opening: MatchOpening) -> bool:
    terms = portable_terms(opening.terms)
    return opening.played_with == NOT_SAID or is_as_installed(terms, opening.played_with)


def _unknown_kinds(entries: Sequence[JournalEntry]) -> tuple[str, ...]:
    unknown = (one for one in entries if one.kind is EntryKind.UNKNOWN)
    return tuple(sorted({str(one.body["kind"]) for one in unknown}))


def evidence_bytes(match_folder: Path) -> int:
    """Return how much disk space a match's evidence takes, with its pictures."""
    found = 0
    for path in match_folder.glob("*.mcap*"):
        with suppress(OSError):  # somebody renamed or removed it meanwhile
            found += path.stat().st_size
    return found


@dataclass(frozen=True, slots=True)
class RecordReport:
    """The result of checking a match's record."""

    journal: ChainReport
    """The state of its journal's chain."""
    evidence: EvidenceReport
    """The state of its evidence and pictures."""
    signature: RecordSignature | None = None
    """The last signature in its journal; None: the table hasn't signed it."""
    signature_fault: str = ""
    """Why that signature is wrong; empty: it's right, or there is none."""
    code: str = ""
    """The record's code, which the table showed at the end; empty without a signature."""
    match: str = ""
    """The match's name in the signature; empty without one."""

    @property
    def holds(self) -> bool:
        """Whether everything is as it was recorded."""
        return not (self.journal.faults or self.evidence.faults or self.signature_fault)


def verified(path: Path) -> RecordReport:
    """Return the result of checking a match's record: its journal, its evidence, its signature.

    Raises:
        JournalFault: the journal can't be read.
        InputFault: the evidence can't.
    """
    content = journal_bytes(path)
    report = check_chain(content)
    seals = () if report.faults else seals_of(content)
    evidence = check_evidence(path.parent, seals)
    if not report.faults:
        apart = check_against(content, kept_by_evidence(path.parent))
        report = report if apart is None or evidence.faults else replace(report, faults=(apart,))
    if report.faults:
        return RecordReport(report, evidence)
    return _with_signature(RecordReport(report, evidence), content)


def _with_signature(report: RecordReport, content: bytes) -> RecordReport:
    """Return a report on a sound journal with the check of its last signature."""
    lines = [line for text in content.split(b"\n") if (line := parse_line(text)) is not None]
    signed = [line for line in lines if line["kind"] == EntryKind.SIGNED]
    if not signed:
        return report
    match = str(lines[0]["body"].get("match", ""))
    try:
        found = load_signature(signed[-1]["body"])
    except (KeyError, TypeError, ValueError) as error:
        return replace(report, signature_fault=f"entry {signed[-1]['n']} is no signature: {error!r}")
    fault = ""
    before = signed[-1]["n"] - 1
    if found.entries != before or lines[before - 1]["hash"] != found.last_hash:
        fault = f"entry {before + 1} signs another record than this one"
    elif not found.is_right(match):
        fault = f"entry {before + 1}: the signature isn't one by the key that it names"
    return replace(report, signature=found, signature_fault=fault, code=found.code(match), match=match)


def find_match(folder: Path, name: str) -> Path:
    """Return the journal of a match: its name, the number that the name begins with, or a path to it.

    Raises:
        InputFault: there is no such match, or more than one.
    """
    given = Path(name)
    for path in (given, given / NAME):
        if path.is_file() and path.name == NAME:
            return path
    if given.is_file():
        other = other_format(bounded_bytes(given, LARGEST_JOURNAL, "a match's journal")) or "no journal"
        raise InputFault(f"{given}: expected a match's folder or its {NAME}; this is {other}")
    found = journals(folder)
    exact = [path for path in found if path.parent.name == name]
    number = name.lstrip("0")
    numbered = [path for path in found if path.parent.name.partition("-")[0].lstrip("0") == number]
    fitting = exact or (numbered if name.isdecimal() else [])
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(path.parent.name for path in fitting)
        raise InputFault(f"'{name}' fits several matches: {names}; give one whole name")
    near = get_close_matches(name, [path.parent.name for path in found], n=_NEAR)
    raise InputFault(
        f"no match '{name}' in {folder}; "
        + (f"did you mean {' or '.join(near)}? " if near else "")
        + f"`boardwarden matches --data {folder}` lists {len(found)}"
    )


def _game_of(opening: MatchOpening) -> Game[Any, Any]:
    return open_game(opening.game, load_board(opening.board), opening.ruleset)


def import_match(
    folder: Path, source: Path, *, game_of: Callable[[MatchOpening], Game[Any, Any]] = _game_of
) -> Path:
    """Copy a match from elsewhere, a journal or a folder with one, with its evidence; return its journal.

    The match is replayed and its evidence opened before it's copied. Else a match that can't be replayed here
    would show only later, in the list of matches. `game_of` finds the game of an opening.

    Raises:
        InputFault: the file is no journal or too long for one, it was tampered with, it breaks a rule, its
            evidence is unusable, or the folder has a match of this name.
        JournalFault: the disk refuses.
    """
    origin = source / NAME if source.is_dir() else source
    content = bounded_bytes(origin, LARGEST_JOURNAL, "a match's journal")
    other = other_format(content)
    if other:
        raise InputFault(f"{origin}: expected a match's journal; this is {other}")
    report = check_chain(content)
    if report.faults:
        first = report.faults[0]
        raise InputFault(f"{origin}: line {first.line}: {first.text}; a changed match isn't imported")
    kept = parse_journal(content, str(origin))
    if not kept.entries or kept.entries[0].kind is not EntryKind.OPENED:
        raise InputFault(f"{origin}: expected a journal that begins with an entry 'opened'")
    opening = read_opening(kept.entries[0])
    try:
        replay(game_of(opening), kept.entries)
        for path in evidence_files(origin.parent):
            read_about(path)
    except InputFault as error:
        raise InputFault(f"{origin}: {error}") from error
    name = opening.match
    target = journal_path(folder, name)
    try:
        target.parent.mkdir(parents=True, exist_ok=False)
    except FileExistsError as error:
        raise InputFault(f"{folder}: match {name} is there already; delete that one first") from error
    except OSError as error:
        raise JournalFault(f"{target.parent}: can't be made: {error.strerror or error}") from error
    try:
        for path in (*evidence_files(origin.parent), *frame_files(origin.parent)):
            shutil.copyfile(path, target.parent / path.name)
        partial = target.with_suffix(".part")
        partial.write_bytes(content[: kept.length])
        partial.replace(target)
    except OSError as error:
        shutil.rmtree(target.parent, ignore_errors=True)
        raise JournalFault(f"{target.parent}: {error.strerror or error}; make room, or use --data") from error
    return target


def delete_match(path: Path) -> None:
    """Delete a match's folder with everything in it.

    Raises:
        JournalFault: an engine plays it, or the disk refuses.
    """
    with _held(path):
        try:
            shutil.rmtree(path.parent)
        except OSError as error:
            raise JournalFault(f"{path.parent}: can't be deleted: {error.strerror or error}") from error


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Hold a journal's lock as an engine would, even if the journal is damaged."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise JournalFault(f"{path}: can't be opened: {error.strerror or error}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise JournalFault(f"{path}: an engine plays this match; stop its table first") from error
    finally:
        os.close(descriptor)
