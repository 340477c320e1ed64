"""Pages, texts and messages have none of the forms that one reads twice; code has a falling allowance."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest
import yaml

from tests.words.prose import (
    FORMS,
    Finding,
    Sentence,
    docstrings,
    findings,
    in_english,
    in_makefile,
    in_page,
    in_script,
    in_texts,
    in_titles,
    messages,
    sentences_of,
    tracked,
)

ALLOWED: dict[str, dict[str, int]] = yaml.safe_load(
    Path(__file__).with_name("allowance.yaml").read_text(encoding="utf-8")
)


def pages(place: str) -> Iterator[Sentence]:
    for path in tracked(place if place.endswith(".md") else f"{place}/*.md"):
        # Decision records are read one by one, by whoever asks why; they have a row of their own.
        if place != "docs" or "/decisions/" not in path:
            yield from in_page(path)


def code(folder: str) -> Iterator[Sentence]:
    for path in tracked(f"{folder}/*.py"):
        yield from docstrings(path)
    for path in tracked(f"{folder}/*.js"):
        yield from in_script(path)


def texts(folder: str) -> Iterator[Sentence]:
    for path in tracked(f"{folder}/*.yaml"):
        yield from (in_texts if path.endswith("/en.yaml") else in_english)(path)


def titles(folder: str) -> Iterator[Sentence]:
    for path in tracked(f"{folder}/*.yaml"):
        yield from in_titles(path)


def said(place: str) -> Iterator[Sentence]:
    if place == "Makefile":
        yield from in_makefile(place)
    for path in tracked(f"{place}/*.py"):
        yield from messages(path)


READERS: dict[str, Callable[[str], Iterator[Sentence]]] = {
    "pages": pages,
    "code": code,
    "texts": texts,
    "titles": titles,
    "messages": said,
}
ROWS = [(kind, folder) for kind, folders in ALLOWED.items() for folder in folders]


@cache
def found_in(kind: str, folder: str) -> list[Finding]:
    return findings(READERS[kind](folder))


@pytest.mark.parametrize(("kind", "folder"), ROWS)
def test_what_is_written_keeps_to_its_allowance(kind: str, folder: str) -> None:
    found = found_in(kind, folder)
    # An allowance is for the newest form alone: the others have left every place for good.
    assert [one for one in found if one.form != "headless object"] == []
    listed = "\n".join(map(str, found[:40]))
    assert len(found) <= ALLOWED[kind][folder], listed


@pytest.mark.parametrize(("kind", "folder"), ROWS)
def test_an_allowance_leaves_no_room_for_the_forms_to_come_back(kind: str, folder: str) -> None:
    found = len(found_in(kind, folder))
    assert ALLOWED[kind][folder] - found <= max(2, found // 10), f"write {found} into allowance.yaml"


def test_sentences_of_the_docs_are_short() -> None:
    words = [
        len(one.text.split()) for place in ("README.md", "CONTRIBUTING.md", "docs") for one in pages(place)
    ]
    assert median(words) <= 16


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("headless subject", "What is felt is asked about."),
        ("headless subject", "Whoever lifted it holds the claim."),
        ("clause as subject", "How often the referee is right is measured."),
        ("clause as subject", "Where a card lies is where its middle lies."),
        ("clause as subject", "Whose general falls loses the duel."),
        ("the own", "A phone begins at the own pieces."),
        ("told", "The tablets are told of it."),
        ("by which", "A rule by which a card is played."),
        ("whom", "Whom the splash hits is asked."),
        ("came to", "It came to 3 of 8."),
        ("old words", "It is drawn anew."),
        ("headless object", "Return what may come of it."),
        ("so many", "It has so many cards."),
    ],
)
def test_each_form_is_found(form: str, text: str) -> None:
    assert form in [one.form for one in findings(sentences_of(text, "page", 1))]


@pytest.mark.parametrize(
    "text",
    [
        "The player who lifted the piece holds the claim.",
        "What is a look?",
        "How far a piece is from the edge.",
        "How often is the referee right?",
        "Where a piece has left, a darker place is the board.",
        "Whose clock",
        "It takes its own time.",
        "So many that it fails.",
        "Return the outcomes of an open chance.",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert findings(sentences_of(text, "page", 1)) == []


def test_every_form_has_a_name_that_is_used() -> None:
    assert len(FORMS) == 10
