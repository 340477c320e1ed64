"""Lessons of a game: small matches that teach one thing a step, read from a file of the game's folder."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.document import Entry, read_document
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES
from engine.core.pieces import pieces_beside
from engine.core.terms import Terms
from engine.core.wording import Wording, read_wording

WARNED, RIGHTED, WON = "warned", "righted", "won"
"""The events, apart from an action's word, that a step may wait for: a warning, the table right again, the
match's end."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing that is taught."""

    until: str
    """The event that ends the step: a word of the learner's action, `warned`, `righted` or `won`."""
    title: Wording
    """Its heading."""
    text: Wording
    """The text that the learner reads."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A match to learn by."""

    name: str
    """Its name in code."""
    title: Wording
    """Its name for people."""
    learner: Seat
    """The learner's seat."""
    terms: Terms
    """The terms that its match is opened with."""
    setup: Mapping[str, Any]
    """How its match starts, as scenario files write it."""
    steps: tuple[LessonStep, ...]
    """The steps, in order."""


def read_lessons(path: Path, game: str, words: Collection[str]) -> tuple[Lesson, ...]:
    """Return the lessons of a game's file, in its order. `words`: those of the game's actions.

    Raises:
        InputFault: a broken file, a text without each of the languages, or a step that waits for an event
            which never comes; with file and line.
    """
    known = (*sorted(words), WARNED, RIGHTED, WON)
    return tuple(_lesson(name, game, entry, known) for name, entry in read_document(path).mapping().items())


def _lesson(name: str, game: str, entry: Entry, known: tuple[str, ...]) -> Lesson:
    found = entry.fields(required=("name", "board", "learner", "bots", "options", "setup", "steps"))
    board = found["board"].text()
    options = {key: one.text() for key, one in found["options"].mapping().items()}
    terms = Terms(game, board, pieces_beside(board), options=options, bots=found["bots"].text())
    found["setup"].mapping()
    return Lesson(
        name,
        _said(found["name"]),
        Seat(found["learner"].text()),
        terms,
        found["setup"].plain(),
        tuple(_step(one, known) for one in found["steps"].sequence()),
    )


def _step(entry: Entry, known: tuple[str, ...]) -> LessonStep:
    found = entry.fields(required=("until", "title", "text"))
    return LessonStep(found["until"].text(known), _said(found["title"]), _said(found["text"]))


def _said(entry: Entry) -> Wording:
    return read_wording(entry.mapping(), LANGUAGES, entry)
