"""Measures how long it takes to judge a recorded match again: from an hour of looks, and from pictures.

The hour is a match between bots, recorded by a real engine. The looks show a whole board. Five a second come
while nothing moves, and more at each move, as at a table.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from dashboard.lab.bots_match import BotsMatch
from dashboard.lab.measurement import judged
from dashboard.lab.vision import moved_board
from engine.bus.nobody import Nobody
from engine.core.board import load_board
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from engine.records.camera_frame import CameraFrame
from engine.records.recorded import open_recorded
from engine.records.rejudgement import judge_again, sittings
from engine.session.matches.journal import journals
from vision.camera.recorded_eyes import RecordedEyes
from vision.camera.reports.kept_frames import FramePace, jpeg_of
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame

HOUR_S = 3600.0
AN_ACTION_EVERY_S = 15.0
GOAL_S = 30.0
CYCLE_FRAMES, CYCLES = 180, 2
QUICK_SHARE, QUICK_CYCLES = 0.1, 1
"""The share of the hour and the cycles of the film with `--quick`."""


def bench_records(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the measured rows, in seconds of this machine's CPU; `quick` takes only a part of the hour."""
    length_s = HOUR_S * QUICK_SHARE if quick else HOUR_S
    with tempfile.TemporaryDirectory() as folder:
        hour = BotsMatch(Path(folder), Nobody())
        while hour.seconds < length_s:
            hour.play_on(AN_ACTION_EVERY_S)
        hour.service.close()
        (journal,) = journals(Path(folder))
        began, wall = process_time(), perf_counter()
        match = open_recorded(journal)
        account = judge_again(match.game, match.pieces, match.entries, sittings(journal.parent))
        spent, wall = process_time() - began, perf_counter() - wall
        size_mb = sum(path.stat().st_size for path in journal.parent.iterdir()) / 1e6
    named = "a part of an hour's match" if quick else "an hour's match"
    yield judged(f"{named} judged again, CPU s", round(spent, 1), at_most=GOAL_S * length_s / HOUR_S)
    yield {"what": "the same by the clock on the wall, s", "value": round(wall, 1)}
    yield {"what": "seconds of play in it", "value": round(length_s)}
    yield {"what": "looks and events in it", "value": account.happenings}
    yield {"what": "actions in it", "value": account.entries - 1}
    yield judged("differences", len(account.differences), at_most=0)
    yield {"what": "its journal and evidence, MB", "value": round(size_mb, 1)}
    yield from _frames(min(QUICK_CYCLES, CYCLES) if quick else CYCLES)


def _frames(cycles: int) -> Iterator[dict[str, Any]]:
    """Yield the rows for reading recorded pictures again.

    The film has 30 pictures a second. Every six seconds a hand carries a piece for two seconds.
    """
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    moving = moved_board(board, pieces, (1600, 1200))
    film = [*moving, *[moving[-1]] * (CYCLE_FRAMES - len(moving))] * cycles
    reader, pace = BoardReader(board, pieces, source="cam"), FramePace()
    kept: list[CameraFrame] = []
    for n, image in enumerate(film, start=1):
        frame = Frame(image, Seconds(n / 30), n)
        if pace.wants(reader.read(frame)):
            kept.append(CameraFrame.of("cam", jpeg_of(frame), taken_at=frame.taken_at, sequence=n))
    eyes = RecordedEyes(board, pieces)
    times: list[float] = []
    for one in kept:
        began = process_time()
        eyes.see(one, "")
        times.append(process_time() - began)
    played_s = len(film) / 30
    yield {"what": "pictures kept of 30 a second at 1600x1200, a hand at work a third of the time, %",
           "value": round(100 * len(kept) / len(film), 1)}  # fmt: skip
    yield {"what": "a kept picture seen again, median, CPU ms", "value": round(1000 * median(times), 1)}
    yield {"what": "an hour seen again, CPU s", "value": round(sum(times) * HOUR_S / played_s)}
    yield judged("times as fast as it was played", round(played_s / sum(times), 1), at_least=1)
