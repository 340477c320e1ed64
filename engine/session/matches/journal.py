"""A match's journal on disk: append-only JSON lines, each chained to the one before by its hash.

A line is `{"at", "body", "hash", "kind", "n"}`; `hash` is the SHA-256 of the previous line's hash followed by
the line without its hash, canonically written. An entry counts only once it is on the disk.
"""

import fcntl
import hashlib
import logging
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Self

from engine.core.bounded_json import parse_json
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds
from engine.core.regular_file import regular_bytes
from engine.core.unusable import system_words
from engine.session.matches.entries import EntryKind, JournalEntry, canonical
from engine.session.matches.evidence_log import EvidenceReach
from engine.session.matches.results import with_upgrades
from engine.session.texts import TEXTS

NAME = "journal.jsonl"
SEAL = "seal"
"""The key under which an entry seals the evidence."""
FIRST_HASH = "0" * 64
"""The hash that the first entry is chained to."""

_MOST_REVISIONS = 2**53
"""The largest whole number that a page's numbers hold exactly."""

_KINDS = frozenset(EntryKind) - {EntryKind.UNKNOWN}

_MATCH_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

log = logging.getLogger(__name__)


class JournalFault(MissingFault):
    """The disk doesn't take or give the journal: full, read-only, gone, or held by another engine."""


@dataclass(frozen=True, slots=True)
class JournalContents:
    """The content of a journal's file."""

    entries: tuple[JournalEntry, ...]
    """Its entries, in order."""
    last_hash: str
    """The hash of the last entry."""
    length: int
    """The length of its whole lines in bytes."""
    torn: int
    """The bytes of a last line that was cut off in writing; 0 if none was."""


def read_journal(path: Path) -> JournalContents:
    """Read and check a journal without opening it for writing.

    Raises:
        JournalFault: the file can't be read.
        InputFault: an entry before the last line is damaged; names it.
    """
    return parse_journal(journal_bytes(path), str(path))


def journal_bytes(path: Path) -> bytes:
    """Return a journal's file as it is.

    Raises:
        JournalFault: the file can't be read.
    """
    try:
        return regular_bytes(path)
    except OSError as error:
        text = TEXTS.say("journal.unreadable", path=str(path), why=system_words(error))
        raise JournalFault(text) from error


def parse_journal(content: bytes, name: str = NAME) -> JournalContents:
    """Check a journal's bytes.

    An incomplete last line was never acknowledged, so it is left out. Damage before it is a fault.

    Raises:
        InputFault: names the damaged entry.
    """
    other = other_format(content)
    if other:
        raise InputFault(TEXTS.say("journal.other_format", path=name, found=other))
    entries: list[JournalEntry] = []
    last, length = FIRST_HASH, 0
    lines = content.split(b"\n")
    for number, line in enumerate(lines, start=1):
        ends = number < len(lines)
        is_last = number >= len(lines) - 1 and not any(lines[number:])
        if not line and not ends:
            break
        found = parse_line(line)
        if found is None or not ends:
            if is_last:
                return JournalContents(_upgraded(entries, name), last, length, len(content) - length)
            raise InputFault(TEXTS.say("journal.no_entry", path=name, number=number, found=repr(line[:60])))
        if found["n"] != number:
            raise InputFault(
                TEXTS.say("journal.out_of_order", path=name, number=number, found=str(found["n"]))
            )
        expected = chained(last, found)
        if found["hash"] != expected:
            had = str(found["hash"])[:12]
            raise InputFault(
                TEXTS.say("journal.changed", path=name, number=number, hash=expected[:12], found=had)
            )
        entries.append(_entry(found))
        last, length = expected, length + len(line) + 1
    return JournalContents(_upgraded(entries, name), last, length, 0)


_OTHERS = (
    (b"\x89MCAP0\r\n", "an MCAP file: evidence or pictures, which lie beside a journal"),
    (b"[Boardwarden ", "a match's text; `boardwarden matches --import FILE.bwn` plays it"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
)
"""The first bytes of files that are often given by mistake, and their formats."""


def other_format(content: bytes) -> str:
    """Return the format of a file that isn't a journal, by its first bytes; empty: unknown."""
    return next((what for begins, what in _OTHERS if content.startswith(begins)), "")


def parse_line(line: bytes) -> dict[str, Any] | None:
    """Return a journal's line as it stands, its hash unchecked; None: it is no entry."""
    try:
        found = parse_json(line)
    except ValueError:
        return None
    if not isinstance(found, dict) or found.keys() != {"at", "body", "hash", "kind", "n"}:
        return None
    if not isinstance(found["kind"], str) or not isinstance(found["body"], dict):
        return None
    # A list of matches reads this part of every journal: a journal with a fault here is refused now, not
    # there.
    is_timed = isinstance(found["at"], int | float) and isfinite(found["at"])
    return found if is_timed and _is_whole(found["body"].get("revision", 0)) else None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST_REVISIONS


def _entry(line: dict[str, Any]) -> JournalEntry:
    """Return a line's entry; an entry of a newer program's kind keeps its name and changes nothing."""
    if line["kind"] in _KINDS:
        return JournalEntry(EntryKind(line["kind"]), line["body"])
    return JournalEntry(EntryKind.UNKNOWN, {"kind": line["kind"], "body": line["body"]})


def chained(previous: str, line: dict[str, Any]) -> str:
    """Return the hash of a line that follows the one with the hash `previous`."""
    bare = {key: value for key, value in line.items() if key != "hash"}
    return hashlib.sha256(previous.encode() + canonical(bare)).hexdigest()


class Journal:
    """A journal open for writing, by one process at a time; `entries` are those found at opening.

    Use it as a context manager, or `close` it.
    """

    def __init__(self, path: Path, descriptor: int, kept: JournalContents) -> None:
        self.path = path
        self.entries = kept.entries
        self.descriptor = descriptor
        self._opened = os.fstat(descriptor)
        self._last = kept.last_hash
        self._length = kept.length
        self._count = len(kept.entries)

    @classmethod
    def open(cls, path: Path, *, create: bool = False) -> "Journal":
        """Open a journal, cutting off a torn last line; `create` makes a new one.

        Raises:
            JournalFault: the file can't be opened, or another engine holds the journal.
            InputFault: the journal is damaged.
        """
        flags = os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT | os.O_EXCL if create else 0)
        try:
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            # The seed is in it, which reveals every hand and every face-down card.
            descriptor = os.open(path, flags, 0o600)
        except OSError as error:
            text = TEXTS.say("journal.unopened", path=str(path), why=system_words(error))
            raise JournalFault(text) from error
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise JournalFault(TEXTS.say("journal.held", path=str(path))) from error
            kept = read_journal(path)
            if kept.torn:
                log.warning("%s: cut off %d bytes of an entry that was never completed", path, kept.torn)
                os.ftruncate(descriptor, kept.length)
            os.lseek(descriptor, kept.length, os.SEEK_SET)
            if create:
                _sync_folder(path.parent)
                _sync_folder(path.parent.parent)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, descriptor, kept)

    @property
    def reach(self) -> tuple[int, str]:
        """How many entries are on the disk, and the last one's hash."""
        return self._count, self._last

    def append(
        self, entries: Sequence[JournalEntry], at: Seconds, *, seal: EvidenceReach | None = None
    ) -> None:
        """Write entries and wait until the disk has them; all of them or none.

        `seal`: the length of the evidence; the last of the entries seals it.

        Raises:
            JournalFault: the disk refuses; the journal is unchanged.
        """
        if self.descriptor < 0:
            raise JournalFault(TEXTS.say("refused.journal_closed", path=str(self.path)))
        if not entries:
            return
        self._expect_in_its_place()
        last, lines = self._last, bytearray()
        for number, entry in enumerate(entries, start=self._count + 1):
            body = entry.body
            if seal is not None and entry is entries[-1]:
                body = {**body, SEAL: seal.dump()}
            line: dict[str, Any] = {"n": number, "at": at, "kind": str(entry.kind), "body": body}
            last = chained(last, line)
            lines += canonical({**line, "hash": last}) + b"\n"
        try:
            _write_all(self.descriptor, bytes(lines))
            _sync(self.descriptor)
        except OSError as error:
            self._step_back()
            text = TEXTS.say("refused.journal", path=str(self.path), why=system_words(error))
            raise JournalFault(text) from error
        self._last, self._count = last, self._count + len(entries)
        self._length += len(lines)

    def _expect_in_its_place(self) -> None:
        """See that the open file is still the one at the journal's path.

        A file that was moved away would take entries as before, but nobody would find them at the match's
        path.
        """
        try:
            found = os.path.samestat(self._opened, self.path.stat())
        except OSError:
            found = False
        if not found:
            raise JournalFault(TEXTS.say("refused.journal_moved", path=str(self.path)))

    def discard(self) -> None:
        """Close a journal without entries, and remove its file and folder."""
        self.close()
        self.path.unlink(missing_ok=True)
        self.path.parent.rmdir()

    def close(self) -> None:
        """Let the journal go; a second time does nothing."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _step_back(self) -> None:
        try:
            os.ftruncate(self.descriptor, self._length)
            os.lseek(self.descriptor, self._length, os.SEEK_SET)
        except OSError:
            # The rest of the entry is cut off as torn when the journal is opened again.
            self.close()


def _upgraded(entries: Sequence[JournalEntry], name: str) -> tuple[JournalEntry, ...]:
    try:
        return with_upgrades(entries)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise InputFault(TEXTS.say("journal.upgrade", path=name, why=repr(error))) from error


def journal_path(folder: Path, match: str) -> Path:
    """Return the path of a match's journal.

    Raises:
        InputFault: not a match's name.
    """
    if not _MATCH_ID.fullmatch(match):
        raise InputFault(TEXTS.say("journal.no_name", match=match))
    return folder / match / NAME


def journals(folder: Path) -> tuple[Path, ...]:
    """Return every journal in a folder of matches, the newest match's name first."""
    return tuple(sorted(folder.glob(f"*/{NAME}"), key=lambda path: path.parent.name, reverse=True))


def _write_all(descriptor: int, content: bytes) -> None:
    while content:
        content = content[os.write(descriptor, content) :]


_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
