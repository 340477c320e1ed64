"""Reads and judges one kept film under one change, and compares with the truth and the expected events."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dashboard.commands.ruleset import recorded_ruleset
from dashboard.lab.changed.changes import CHANGES, NamedChange
from engine.core.board import Board, load_board
from engine.core.faults import InputFault
from engine.core.footage import Footage, is_footage, load_device_events, load_footage, load_truth
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.pieces import PieceSet, load_pieces
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.in_time_order import watch
from vision.look.reader import BoardReader
from vision.look.scoring import Score, TrueFrame, parse_true_frame, score_look, total
from vision.pictures.frame import Frame
from vision.sources import frames_of

EXPECTED = "expect.json"

Event = dict[str, Any]
"""An event that must be committed or warned of, in the form of `expect.json`."""


@dataclass(frozen=True, slots=True)
class ChangedOutcome:
    """The outcome of one film under one change."""

    film: str
    """The film's name."""
    change: str
    """The change's name."""
    seen: Score
    """The score of the looks at pictures without a movement."""
    doubts: int
    """The number of cells that these looks reported unsure or blind without a reason."""
    played: int
    """The number of expected events."""
    judged: int
    """The number of expected events that were judged, in order."""
    others: tuple[Event, ...] = ()
    """The unexpected events that were judged or warned of."""

    @property
    def holds(self) -> bool:
        """Whether no piece is wrong or missed, and exactly the expected events were judged."""
        return not (self.seen.wrong or self.seen.missed or self.others) and self.judged == self.played


def find_cases(folder: Path) -> tuple[Path, ...]:
    """Return the films in a folder, or the folder itself if it's a film.

    Raises:
        InputFault: there is no film.
    """
    found = (folder,) if is_footage(folder) else tuple(
        one for one in sorted(folder.glob("*")) if one.is_dir() and is_footage(one)
    )  # fmt: skip
    if not found:
        raise InputFault(f"{folder}: expected footage, or a folder of some: none has a footage.yaml")
    return found


def run_case(folder: Path, change: NamedChange, expected: Sequence[Event]) -> ChangedOutcome:
    """Read and judge a film under a change, and compare with the expected events.

    Raises:
        InputFault: the film, its truth or its expectations can't be read.
    """
    footage = load_footage(folder)
    board, pieces = load_board(footage.board), load_pieces(footage.pieces)
    reader = BoardReader(board, pieces, source="case", intrinsics=footage.camera)
    return judge_case(folder, change.name, list(_looks(folder, change, reader)), expected)


def judge_case(folder: Path, change: str, looks: Sequence[Look], expected: Sequence[Event]) -> ChangedOutcome:
    """Score and judge the looks at a film's pictures; `change` is the change's name.

    Raises:
        InputFault: the film, its truth or its expectations can't be read.
    """
    footage = load_footage(folder)
    board, pieces = load_board(footage.board), load_pieces(footage.pieces)
    truth = {int(line["frame"]): parse_true_frame(line) for line in load_truth(folder)}
    scores, doubts = _scored(looks, truth, pieces)
    judged = [event for verdict in _verdicts(footage, board, pieces, looks) for event in events_of(verdict)]
    matched, others = matched_events(expected, judged)
    return ChangedOutcome(folder.name, change, total(scores), doubts, len(expected), matched, others)


def expected_of(folder: Path) -> tuple[Event, ...]:
    """Return the expected events of a film: those in the file beside it, else those of the unchanged film.

    Raises:
        InputFault: the film, its truth or its expectations can't be read.
    """
    written = load_expected(folder)
    return run_case(folder, CHANGES[0], ()).others if written is None else written


def load_expected(folder: Path) -> tuple[Event, ...] | None:
    """Return the events in the file beside a film; None: there is no such file.

    Raises:
        InputFault: the file isn't a JSON list of events.
    """
    path = folder / EXPECTED
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputFault(f"{path}: expected a JSON list of events: {error}") from error
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise InputFault(f'{path}: expected a list such as [{{"move": "w.inf.1", "to": "e5"}}]')
    return tuple(found)


def events_of(verdict: Verdict) -> tuple[Event, ...]:
    """Return the events that a verdict commits or warns of; a verdict that all is right again has none."""
    if verdict.kind is VerdictKind.ILLEGAL:
        return ({"illegal": [one.rule for one in verdict.violations]},)
    done = [one.action for one in verdict.actions if one.action != {"accept": True}]
    if verdict.kind is VerdictKind.AMBIGUOUS:
        return ({"asked": str(verdict.kind)},)
    return tuple(done)


def matched_events(expected: Sequence[Event], judged: Sequence[Event]) -> tuple[int, tuple[Event, ...]]:
    """Return the number of expected events that were judged in order, and the other judged events.

    A judged event may have more facts than the expected one, such as another broken rule.
    """
    rows = [[0] * (len(judged) + 1) for _ in range(len(expected) + 1)]
    for i in reversed(range(len(expected))):
        for j in reversed(range(len(judged))):
            fits = _fits(expected[i], judged[j])
            rows[i][j] = max(rows[i + 1][j], rows[i][j + 1], rows[i + 1][j + 1] + 1 if fits else 0)
    others: list[Event] = []
    i = 0
    for j, event in enumerate(judged):
        at = next((n for n in range(i, len(expected)) if _fits(expected[n], event)
                   and rows[n + 1][j + 1] + 1 == rows[i][j]), None)  # fmt: skip
        if at is None:
            others.append(event)
        else:
            i = at + 1
    return rows[0][0], tuple(others)


def _fits(expected: Event, judged: Event) -> bool:
    if "illegal" in expected:
        return "illegal" in judged and set(expected["illegal"]) <= set(judged["illegal"])
    return all(judged.get(key) == value for key, value in expected.items())


def _looks(folder: Path, change: NamedChange, reader: BoardReader) -> Iterator[Look]:
    for frame in frames_of(str(folder)):
        if isinstance(frame, Frame):
            yield reader.read(replace(frame, image=change.change(frame.image, frame.sequence), encoded=None))


def _scored(looks: Sequence[Look], truth: dict[int, TrueFrame], pieces: PieceSet) -> tuple[list[Score], int]:
    scenery = frozenset(one.id for one in pieces.pieces.values() if one.kind.is_scenery)
    scores, doubts = [], 0
    for look in looks:
        true = truth.get(look.sequence)
        if true is None or not true.settled:
            continue
        scores.append(score_look(look, true, scenery=scenery))
        hidden = {true.layout[piece].cell for piece in true.hidden if piece in true.layout}
        doubts += len({*look.cells.unsure, *look.cells.blind} - hidden)
    return scores, doubts


def _verdicts(footage: Footage, board: Board, pieces: PieceSet, looks: Sequence[Look]) -> Iterator[Verdict]:
    game = open_game(footage.game, board, recorded_ruleset(footage))
    plain = None if footage.setup is None else footage.setup.plain()
    opening = MatchOpening("case", Seconds(0.0), game.name, footage.board, footage.pieces, plain, seed="case")
    for step in watch(game, opening, pieces, looks, load_device_events(footage.folder)):
        yield from step.verdicts
