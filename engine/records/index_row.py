"""One match's row in an archive's index, read from its journal and evidence without any rules.

Hashes aren't checked here: an index finds matches, and `matches --verify` checks them.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.records.archive import Listed, evidence_bytes
from engine.records.evidence import evidence_files, read_evidence
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal import JournalFault, journal_bytes, other_format

_ORIGIN = ("format", "match", "opened_at", "game", "board", "pieces", "setup", "ruleset", "version", "table",
           "feed", "causes", "edition")  # fmt: skip
_SHARED = ("game", "board", "pieces", "ruleset", "edition")


class _Line(msgspec.Struct):
    """One line of a journal."""

    at: float
    """When it was written, wall clock, s."""
    kind: str
    """The kind of entry."""
    body: dict[str, Any]
    """The entry itself, as its kind has it."""


_LINES = msgspec.json.Decoder(_Line)


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One match as the index keeps it."""

    listed: Listed
    """Its line in the list; whether it is played here is worked out as it's listed."""
    stamp: str
    """Sizes and time of its files: with another stamp the match is read again."""
    origin: str = ""
    """The key of its rules, board, pieces and cards; empty for a match that can't be read."""
    opening: str = ""
    """Its opening as JSON, without files and position: enough to tell whether it's played here."""
    winners: tuple[Seat, ...] = ()
    """The seats that won; none while it goes on, or where nobody did."""
    cards: tuple[str, ...] = ()
    """The names in its actions: cards, skills, pieces."""
    broken: tuple[tuple[str, int], ...] = ()
    """The rules that were said to be broken, and how often, by its evidence."""


def stamp_of(path: Path) -> str:
    """Return the sizes and the time of a match's files; the index compares them to notice changes.

    Raises:
        OSError: the journal is gone.
    """
    found = path.stat()
    return f"{found.st_size}:{found.st_mtime_ns}:{evidence_bytes(path.parent)}"


def index_row(path: Path) -> IndexRow:
    """Return the index's row of a match; a journal that can't be read gives the reason."""
    name = path.parent.name
    try:
        stamp, content = stamp_of(path), journal_bytes(path)
    except (OSError, JournalFault) as error:
        return IndexRow(Listed(name, path, fault=str(error)), "")
    try:
        return _row(Listed(name, path, journal_bytes=len(content)), stamp, content)
    except (InputFault, msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        why = other_format(content) or f"{error}; `matches --verify` says more"
        return IndexRow(Listed(name, path, fault=why), stamp)


def _row(listed: Listed, stamp: str, content: bytes) -> IndexRow:
    lines = list(_lines(content))
    if not lines or lines[0].kind != EntryKind.OPENED:
        raise InputFault("the journal is empty" if not lines else "it doesn't begin with an entry 'opened'")
    first = lines[0].body
    played_with = first.get("played_with", {})
    names = {Seat(seat): str(one) for seat, one in first.get("players", {}).items()}
    cards: dict[str, None] = {}
    winners: tuple[Seat, ...] = ()
    unknown: set[str] = set()
    for line in lines:
        body = line.body
        if line.kind == EntryKind.INTRODUCED:
            names[Seat(str(body["seat"]))] = str(body["name"])
        elif line.kind == EntryKind.PLAYED:
            cards |= dict.fromkeys(_names_in(body["actions"]))
            winners = tuple(map(Seat, body["over"]["winners"])) if "over" in body else winners
        elif line.kind not in _KINDS:
            unknown.add(line.kind)
        winners = tuple(map(Seat, body["winners"])) if "winners" in body else winners
    about = replace(
        listed,
        table=str(first["table"]),
        game=str(first["game"]),
        opened_at=Seconds(float(first["opened_at"])),
        last_at=Seconds(lines[-1].at),
        entries=len(lines),
        revision=max(int(line.body.get("revision", 0)) for line in lines),
        evidence_bytes=evidence_bytes(listed.path.parent),
        names={seat: one for seat, one in names.items() if one},
        version=str(first["version"]),
        commit=str(played_with.get("commit", "")),
        rules=str(played_with.get("rules", "")),
        unknown=tuple(sorted(unknown)),
    )
    files = {key: played_with[key] for key in ("commit", "rules", "files") if key in played_with}
    shared = [{key: first.get(key) for key in _SHARED}, files.get("rules"), files.get("files")]
    origin = hashlib.sha256(json.dumps(shared, sort_keys=True).encode()).hexdigest()[:24]
    opening = {**{key: first[key] for key in _ORIGIN if key in first}, "played_with": files}
    return IndexRow(
        about, stamp, origin, json.dumps(opening), winners, tuple(cards), _broken(listed.path.parent)
    )


_KINDS = frozenset(map(str, EntryKind)) - {str(EntryKind.UNKNOWN)}


def _lines(content: bytes) -> Iterator[_Line]:
    """Yield a journal's lines; a last one that was cut off was never acknowledged."""
    lines = content.split(b"\n")
    for line in lines[:-1]:
        yield _LINES.decode(line)


def _names_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _names_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _names_in(one)


def _broken(match_folder: Path) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    with suppress(InputFault, OSError):  # damaged evidence is for `matches --verify` to name
        for path in evidence_files(match_folder):
            for one in read_evidence(path, only=("verdict",)):
                for rule in dict.fromkeys(str(broken.rule) for broken in one.message.violations):
                    found[rule] = found.get(rule, 0) + 1
    return tuple(sorted(found.items()))
