"""Refusals of disk, record and system are said in every language: each is made here, and read."""

import errno
import json
import os
import socket
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboard.web.words.speaking import INTERPRETER, why
from engine.core.faults import BoardwardenError, InputFault
from engine.core.phrase import ENGLISH, LANGUAGES, Phrase
from engine.core.tags import TagBook, checked_uid, dump_tags
from engine.core.unusable import explained, system_words
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.journal import (
    FIRST_HASH,
    Journal,
    chained,
    journal_path,
    parse_journal,
    read_journal,
)
from engine.session.matches.journal_replay import read_opening, replay

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def line(number: int, kind: str = "noted", previous: str = FIRST_HASH, **changes: Any) -> bytes:
    found = {"n": number, "at": 0.0, "kind": kind, "body": {}}
    return json.dumps({**found, "hash": chained(previous, found), **changes}).encode() + b"\n"


def on_a_file(there: Path) -> None:
    (there / "a").touch()
    Journal.open(journal_path(there / "a", "m"), create=True)


def tags_on_a_file(there: Path) -> None:
    (there / "a").touch()
    dump_tags(TagBook(), there / "a" / "tags.yaml")


def held(there: Path) -> None:
    path = journal_path(there, "m")
    with Journal.open(path, create=True):
        Journal.open(path)


def opened(body: dict[str, Any]) -> JournalEntry:
    return JournalEntry(EntryKind.OPENED, body)


REFUSED: dict[str, Callable[[Path], object]] = {
    "a journal that isn't there": lambda there: read_journal(there / "m"),
    "a journal on what is no folder": on_a_file,
    "a journal that another engine writes": held,
    "a journal with a line that is no entry": lambda _: parse_journal(b"rubbish\n" + line(2)),
    "a journal with a line too few": lambda _: parse_journal(line(2) + line(3)),
    "a journal that was changed": lambda _: parse_journal(line(1, hash="f" * 64) + line(2)),
    "a match's name": lambda there: journal_path(there, "../m"),
    "an empty journal": lambda _: replay(typing.cast("Any", None), ()),
    "a journal that opens nothing": lambda _: read_opening(JournalEntry(EntryKind.NOTED, {})),
    "a newer journal": lambda _: read_opening(opened({"format": 99})),
    "an unfinished opening": lambda _: read_opening(opened({})),
    "a tag's number": lambda _: checked_uid("nine"),
    "a book of tags on what is no folder": tags_on_a_file,
}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("what", REFUSED)
def test_what_the_disk_or_a_record_refuses_is_said_in_every_language(
    what: str, language: str, tmp_path: Path
) -> None:
    with pytest.raises(BoardwardenError) as raised:
        REFUSED[what](tmp_path)
    said = explained(raised.value)
    assert said.key not in ("", "core.other"), said
    assert INTERPRETER.said(said, language) != str(said)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "error",
    [
        OSError(number, os.strerror(number))
        for number in (errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EFBIG, errno.EIO, errno.ECONNREFUSED)
    ]
    + [TimeoutError("timed out"), socket.gaierror(-2, "Name or service not known")],
    ids=lambda error: type(error).__name__,
)
def test_what_the_system_usually_refuses_is_said_in_every_language(error: OSError, language: str) -> None:
    said = system_words(error)
    assert isinstance(said, Phrase)
    assert INTERPRETER.said(said, language) != str(said)


def test_a_fault_without_a_key_is_a_fact_of_a_sentence() -> None:
    fault = InputFault("board.yaml:3: expected a list, found text")
    assert explained(fault) == str(fault)
    assert why(fault, "vi") == f"không dùng được: {fault}"
