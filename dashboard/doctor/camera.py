"""Examines a camera's pictures for a while, and grades the camera."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dashboard.doctor.texts import TEXTS
from engine.core.board import Board
from engine.core.faults import InputFault, MissingFault
from engine.core.findings import Finding, Grade
from engine.core.phrase import SILENCE, Phrase
from engine.core.pieces import PieceSet
from engine.core.unusable import explained
from vision.doctor.examination import Examination
from vision.doctor.measures import Measures
from vision.doctor.scoring import findings_of
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.sources import BadFrame, Ended, FootageClock, Silent, Source, WallClock

LOOKS = 12
"""The number of pictures that are examined: enough for the rate, the noise, and a settled reader."""

_PATIENCE_S = 10.0
_READ_S = 0.5


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of an examination; only that of a camera has measures."""

    findings: tuple[Finding, ...]
    """The findings."""
    measures: Measures | None = None
    """The camera's measures; None: no picture came, or no camera was examined."""
    camera: str = ""
    """The source of the camera that was examined; empty: no camera was."""


def examine(
    source: Source,
    reader: BoardReader,
    board: Board,
    pieces: PieceSet,
    *,
    clock: FootageClock | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> Examined:
    """Examine a source's pictures for a while, and grade how well it sees the board.

    Raises:
        InputFault: none of a file's pictures can be read.
        MissingFault: a camera or stream gives no picture.
    """
    clock = clock or WallClock()
    live = source.facts.kind.live
    examination = Examination(board, pieces, live=live)
    fault, first = SILENCE, None
    # No sensor gives the same picture twice. A camera that does is examined longer, until it's found to be
    # frozen or gives another picture.
    alike = live
    deadline = monotonic() + _PATIENCE_S
    while (examination.pictures < LOOKS or alike) and monotonic() < deadline:
        match source.read(_READ_S):
            case Frame() as frame:
                first = frame.image if first is None else first
                alike = alike and np.array_equal(first, frame.image)
                look = reader.read(frame)
                age_ms = (clock.now() - frame.taken_at) * 1000
                examination.take(frame, look, age_ms=age_ms)
            case BadFrame() as bad:
                fault = TEXTS.say("camera.unreadable", number=bad.sequence, where=bad.where, why=bad.reason)
            case Silent(reason):
                fault = reason
                if alike and first is not None:
                    break
            case Ended():
                break
            case _:
                pass
    if not examination.pictures:
        name = source.facts.name
        text = fault if name in fault else f"{name}: no picture came; {fault or 'is it switched on?'}"
        raise MissingFault(text) if live else InputFault(text)
    measures = examination.measures(reader.state)
    return Examined((_pictures(source, measures, fault), *findings_of(measures)), measures)


def missing(error: MissingFault) -> Examined:
    """Return the result for a camera that isn't there."""
    found = Finding("camera", Grade.MISSING, 0, explained(error), TEXTS.say("camera.advice"))
    return Examined((found,))


def _pictures(source: Source, measures: Measures, fault: Phrase) -> Finding:
    facts = source.facts
    text = TEXTS.say(
        "camera.pictures_set" if facts.settings else "camera.pictures",
        camera=facts.name,
        width=measures.width_px,
        height=measures.height_px,
        settings=facts.settings,
    )
    if fault:
        said = TEXTS.say("camera.but", pictures=text, fault=fault)
        return Finding("camera", Grade.FAIR, 60, said, TEXTS.say("camera.cable"))
    return Finding("camera", Grade.GOOD, 100, text)
