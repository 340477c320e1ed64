"""Measures each step of a frame in calls and milliseconds, for unchanged frames and for a moving hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from dashboard.lab.vision import moved_board, still_board
from engine.core.board import load_board
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from vision.look.reader import BoardReader
from vision.look.step import StepTimes, TimedRun
from vision.look.steps import STEPS
from vision.pictures.frame import Frame, Image

SIZE = (1920, 1080)
_SETTLED_AFTER = 3
"""The number of pictures after which vision knows a board at rest; later ones count as unchanged."""


def bench_steps() -> Iterator[dict[str, Any]]:
    """Yield a row for each step and kind of frame, with its milliseconds a frame and its number of calls."""
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    still = still_board(board, pieces, SIZE)
    for what, before, images in (
        ("first frame", [], still[:1]),
        ("unchanged frame", still[:_SETTLED_AFTER], still[_SETTLED_AFTER:]),
        ("frame with a hand moving a piece", still[:_SETTLED_AFTER], moved_board(board, pieces, SIZE)),
    ):
        timed = TimedRun()
        reader = BoardReader(board, pieces, source="bench", run_step=timed)
        _read(reader, before, 0)
        timed.times.clear()
        _read(reader, images, len(before))
        yield from _rows(what, timed.times, len(images))


def _read(reader: BoardReader, images: list[Image], first: int) -> None:
    for n, image in enumerate(images, first + 1):
        reader.read(Frame(image, Seconds(n / 30), n))


def _rows(what: str, times: Mapping[str, StepTimes], frames: int) -> Iterator[dict[str, Any]]:
    named = f"{SIZE[0]}x{SIZE[1]} {what}"
    for step in STEPS:
        one = times.get(step.name)
        if one is not None:
            ms = one.seconds * 1000 / frames
            yield {"what": f"{named}, {step.name}, ms a frame", "value": round(ms, 3), "calls": one.calls}
