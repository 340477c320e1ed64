"""Imports a film of a match: the engine judges it offline, and people answer open questions afterwards.

The engine plays the film as it would play at a table. Each of its questions gets the answer that a person
gave. A question without an answer gets the likeliest one for now, and is collected. The match is kept once
all questions are answered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.nobody import Nobody
from engine.core.board import Board
from engine.core.device_events import DeviceEvent
from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from engine.records.recorder import EvidenceRecorder
from engine.session.matches.journal import journal_path, journals, read_journal
from engine.session.matches.journal_replay import read_opening
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService

CAMERA = "film"

_STAYS_S = 10.0
"""The length of the last picture's repetition, in s, so that the engine decides all that it waits with."""

_LOOK_S = 0.5


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the film doesn't answer."""

    frame: int
    """The number of the frame where the question came up."""
    text: str
    """The question, as text."""
    candidates: tuple[str, ...]
    """The actions that may have been played, as text."""


@dataclass(frozen=True, slots=True)
class MatchFilm:
    """The contents of a film, and how its match was opened."""

    took: tuple[Look | DeviceEvent, ...]
    """The looks and device events, in order of time."""
    opening: MatchOpening
    """The terms and the start of the match."""
    board: Board
    """The board of the match."""
    pieces: PieceSet
    """The pieces of the match."""
    game: Game[Any, Any]
    """The game of the match."""


Answers = Mapping[int, int]
"""The number of the candidate that was played, from 0, by the frame of its question."""

Ask = Callable[[Sequence[Question]], Answers]
"""Asks people all open questions at once; answers that they don't know are left out."""


def in_time(looks: Sequence[Look], events: Sequence[DeviceEvent], began: Seconds) -> tuple[Any, ...]:
    """Return looks and events in order of time; the last look is repeated for a while.

    Their times count from the film's beginning, and get `began` added, wall-clock seconds.
    """
    taken: list[Look | DeviceEvent] = sorted((*events, *looks), key=lambda one: one.taken_at)
    if looks:
        last = looks[-1]
        count = round(_STAYS_S / _LOOK_S)
        taken += (replace(last, taken_at=Seconds(last.taken_at + n * _LOOK_S)) for n in range(1, count + 1))
    return tuple(replace(one, taken_at=Seconds(began + one.taken_at)) for one in taken)


def import_film(folder: Path, film: MatchFilm, ask: Ask) -> tuple[Path | None, tuple[Question, ...]]:
    """Judge a film until no question is open, then keep its match.

    Returns:
        The journal's path and no questions; or None and the questions that stay open.

    Raises:
        InputFault: the film was imported before, or has no looks or events.
        JournalFault: the disk refuses the journal.
    """
    if not film.took:
        raise InputFault(f"{film.opening.feed}: it shows nothing; expected a film of a board")
    for path in journals(folder):
        if read_opening(read_journal(path).entries[0]).feed == film.opening.feed:
            raise InputFault(f"{path.parent}: this film was imported already; delete that match first")
    answers: dict[int, int] = {}
    while True:
        with TemporaryDirectory() as draft:
            _, questions = _judged(Path(draft), film, answers)
        if not questions:
            break
        said = ask(questions)
        if not said.keys() & {one.frame for one in questions}:
            return None, questions
        answers.update(said)
    name, _ = _judged(folder, film, answers)
    return journal_path(folder, name), ()


def _judged(folder: Path, film: MatchFilm, answers: Answers) -> tuple[str, tuple[Question, ...]]:
    """Play the film as a match in a folder; return the match's name and the questions without an answer."""
    now = [float(film.took[0].taken_at)]
    service = EngineService(
        Nobody(),
        parts=MatchParts(
            film.opening.terms, film.board, film.pieces, film.game, MatchKeeper(folder, film.game)
        ),
        opening=film.opening,
        recorder=EvidenceRecorder(folder, about={"feed": film.opening.feed}, wall=lambda: now[0]),
        monotonic=lambda: now[0],
        wall=lambda: now[0],
    )
    questions: list[Question] = []
    try:
        for one in film.took:
            now[0] = float(one.taken_at)
            if isinstance(one, Look):
                service.take(ReceivedMessage("look", CAMERA, one))
            else:
                service.take(ReceivedMessage("device_event", one.device, one))
            table = service.table
            if table.question and table.current is not None:
                question = Question(
                    table.current.frame,
                    table.current.text,
                    tuple("; ".join(action.text for action in line) for line in table.current.candidates),
                )
                choice = answers.get(question.frame, -1)
                if not 0 <= choice < len(question.candidates):
                    questions.append(question)
                    choice = 0
                revision = table.match.revision
                asked = Command(
                    f"film {question.frame}/{revision}", CommandKind.CHOOSE, revision, choice=choice
                )
                service.take(ReceivedMessage("command", "", asked))
        return service.table.match.opening.match, tuple(questions)
    finally:
        service.close()
