"""A match that a camera logged elsewhere, as one of ours: judged offline, what was unclear asked afterwards.

The engine plays the film as it would at the table. Where it asks, it is answered: as somebody has said, else
with what is likeliest, and the question is collected. Once all are answered the match is kept.
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
"""So long the table stays as the last picture shows it, for what was waited with."""

_LOOK_S = 0.5


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the film doesn't answer."""

    frame: int
    """The number of the frame that it came up with."""
    text: str
    """The question, as text."""
    candidates: tuple[str, ...]
    """The actions that may have been played, as text."""


@dataclass(frozen=True, slots=True)
class MatchFilm:
    """The contents of a film, and how its match was opened."""

    took: tuple[Look | DeviceEvent, ...]
    """Looks and device events, in order of time."""
    opening: MatchOpening
    """How the match was opened."""
    board: Board
    """The board."""
    pieces: PieceSet
    """The set of pieces."""
    game: Game[Any, Any]
    """The game."""


Answers = Mapping[int, int]
"""By a question's frame, which candidate was played, from 0."""

Ask = Callable[[Sequence[Question]], Answers]
"""Asks people all that is open in one go; what they don't know isn't in the answers."""


def in_time(looks: Sequence[Look], events: Sequence[DeviceEvent], began: Seconds) -> tuple[Any, ...]:
    """Return looks and events in order of time, from `began` on, and the last look for a while longer."""
    taken: list[Look | DeviceEvent] = sorted((*events, *looks), key=lambda one: one.taken_at)
    if looks:
        last = looks[-1]
        count = round(_STAYS_S / _LOOK_S)
        taken += (replace(last, taken_at=Seconds(last.taken_at + n * _LOOK_S)) for n in range(1, count + 1))
    return tuple(replace(one, taken_at=Seconds(began + one.taken_at)) for one in taken)


def import_film(folder: Path, film: MatchFilm, ask: Ask) -> tuple[Path | None, tuple[Question, ...]]:
    """Judge a film until nothing is open, then keep its match; return its journal, or what stays open.

    Raises:
        InputFault: it was imported before, or shows nothing.
        JournalFault: the disk refuses.
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
    """Play the film in a folder; return the match's name and what was asked that nobody has answered."""
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
