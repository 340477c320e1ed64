"""The things that RFID tags are stuck to: a file beside the matches that `boardwarden enrol` fills.

A thing's name begins with its kind: `card bua-chien`, `skill gen.est 1`, `piece w.inf.1`. Copies of a card
share its name; a tag belongs to one thing only. A piece may carry several tags. Where each side has its own,
they are `piece w.inf.1 up` and `piece w.inf.1 down`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from engine.core.document import read_document
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.phrase import Phrase
from engine.core.unusable import TEXTS, system_words
from engine.core.whole_file import put_whole

FILE = "tags.yaml"
"""The book's name in the folder of the matches."""

_LONGEST_UID = 20
_HEADER = "# Which RFID tag, by its uid, is which thing. Written by boardwarden enrol.\n"


@dataclass(frozen=True, slots=True)
class Taggable:
    """Something that can carry a tag."""

    name: str
    """Its name in code."""
    kind: str
    """The game's word for its group (`card`, `skill`, `piece`)."""
    label: Phrase
    """Its name for people."""


@dataclass(frozen=True, slots=True)
class TagBook:
    """The book of tags: the thing that each is stuck to."""

    things: Mapping[str, str] = field(default_factory=dict)
    """The things' names, by their tags' uids in capital hexadecimal."""

    def thing(self, uid: str) -> str:
        """Return the name of the thing that a tag is stuck to; empty for an unknown tag."""
        return self.things.get(uid, "")

    def with_tag(self, uid: str, thing: str) -> "TagBook":
        """Return the book after a tag was stuck to a thing; a known tag changes its thing."""
        return replace(self, things={**self.things, uid: thing})


def piece_things(pieces: Mapping[PieceId, object]) -> tuple[Taggable, ...]:
    """Return the physical pieces of a set as things."""
    return tuple(Taggable(f"piece {piece}", "piece", Phrase(piece)) for piece in pieces)


_PIECE = "piece "
_FACES = {str(face): face for face in Face}


def piece_of(thing: str) -> tuple[PieceId, Face | None] | None:
    """Return the piece that a thing is, and its face if each face carries a tag of its own.

    `piece w.inf.1`, or `piece w.inf.1 down`; None: the thing is no piece.
    """
    if not thing.startswith(_PIECE):
        return None
    piece, _, face = thing.removeprefix(_PIECE).partition(" ")
    return PieceId(piece), _FACES.get(face)


def load_tags(path: Path) -> TagBook:
    """Read a book; without a file it's empty.

    Raises:
        InputFault: it is broken; names file and line.
    """
    if not path.exists():
        return TagBook()
    top = read_document(path).fields(required=("tags",))
    things: dict[str, str] = {}
    for uid, entry in top["tags"].mapping().items():
        if not _is_uid(uid):
            raise entry.fault(f"'{uid}' is no uid; expected 8 to {_LONGEST_UID} hexadecimal digits in quotes")
        if uid.upper() in things:
            # Two pieces would claim one tag, and the last one would win.
            raise entry.fault(f"'{uid.upper()}' is {things[uid.upper()]}'s already")
        things[uid.upper()] = entry.text()
    return TagBook(things)


def dump_tags(book: TagBook, path: Path) -> None:
    """Write a book so that `load_tags` reads it; a crash leaves the old one or the new one.

    Raises:
        MissingFault: the file can't be written.
    """
    text = yaml.safe_dump({"tags": dict(sorted(book.things.items()))}, allow_unicode=True)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The book says which tag is which hidden card, so it is for its owner's eyes only, as the journal is.
        put_whole(path, (_HEADER + text).encode(), lasts=True)
    except OSError as error:
        text = TEXTS.say("file.unwritable", path=str(path), why=system_words(error))
        raise MissingFault(text) from error


def checked_uid(text: str) -> str:
    """Return a uid in capitals.

    Raises:
        InputFault: the text is no uid.
    """
    if not _is_uid(text):
        raise InputFault(TEXTS.say("tag.no_uid", uid=text[:40], longest=_LONGEST_UID))
    return text.upper()


def _is_uid(text: str) -> bool:
    digits = all(digit in "0123456789abcdefABCDEF" for digit in text)
    return digits and 8 <= len(text) <= _LONGEST_UID and len(text) % 2 == 0
