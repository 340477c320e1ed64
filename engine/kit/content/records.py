"""Records of a content pack: a card, a skill, a land, each with its slug, origin, names and effects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from engine.core.document import Entry, read_document
from engine.core.phrase import LANGUAGES, Phrase
from engine.core.wording import Wording, read_wording


class Origin(StrEnum):
    """Where a record comes from: the printed game, a rewording of it, or this house."""

    PRINTED = "printed"
    REMAKE = "remake"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every record of a content pack."""

    slug: str
    """Its name in files."""
    names: Wording
    """Its name for people."""
    origin: Origin
    """Where it comes from."""
    copies: int = 1
    """How many copies the box has."""

    @property
    def label(self) -> Phrase:
        """Its name, in every language."""
        return self.names.phrase


HEAD_REQUIRED = ("slug", "names", "origin")
HEAD_OPTIONAL = ("copies",)
"""The keys that `read_head` reads; a game's own keys stand beside them."""

COPIES_MAX = 99

R = TypeVar("R")


def read_head(given: Mapping[str, Entry], languages: tuple[str, ...] = LANGUAGES) -> Head:
    """Return the parts that every record has.

    Raises:
        InputFault: a bad slug, an unknown origin, a language without a name; with file and line.
    """
    return Head(
        read_slug(given["slug"]),
        read_wording(given["names"].mapping(), languages, given["names"]),
        Origin(given["origin"].text(tuple(Origin))),
        given["copies"].whole(1, COPIES_MAX) if "copies" in given else 1,
    )


def read_slug(entry: Entry) -> str:
    """Return a slug: lower-case letters, digits, hyphens and dots, a letter first.

    Raises:
        InputFault: the text is no slug; with file and line.
    """
    slug = entry.text()
    plain = slug.replace("-", "a").replace(".", "a")
    if not plain.isalnum() or not slug.isascii() or slug != slug.lower() or not slug[0].isalpha():
        raise entry.fault(f"expected lower-case letters, digits, hyphens and dots, found '{slug}'")
    return slug


def read_records(path: Path, section: str, read: Callable[[Entry], tuple[str, R]]) -> dict[str, R]:
    """Return a file's records of one section by slug, in its order.

    `read` reads one record and returns its slug with it.

    Raises:
        InputFault: a broken file or record, or a slug that stands twice; with file and line.
    """
    found: dict[str, R] = {}
    lines: dict[str, int] = {}
    for entry in read_document(path).fields(required=(section,))[section].sequence():
        slug, record = read(entry)
        if slug in found:
            raise entry.fault(f"the slug '{slug}' already stands in line {lines[slug]}")
        found[slug], lines[slug] = record, entry.line
    return found
