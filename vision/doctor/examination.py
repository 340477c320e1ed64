"""The examination of a camera over some time: its newest pictures, their times, and their measures."""

from collections import deque
from statistics import median

from engine.bus.messages.cameras import CameraCheckup, CellScale
from engine.core.board import Board
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.doctor.findings import first_to_change
from vision.doctor.measures import Measures, Timing
from vision.doctor.measuring import cell_outlines, measure
from vision.doctor.scoring import findings_of
from vision.known.memory import ReadingState
from vision.pictures.frame import Frame, Image
from vision.tags.dictionary import load_dictionary

_IMAGES = 4
"""The number of pictures that are kept. Noise, flicker and bands show between pictures; this many give three
pairs."""

_TIMES = 30
"""The number of times that rate and age are taken from: one second of a usual camera."""

_FEWEST_TIMES = 3
"""The fewest times for a rate. The first half of the times is left out, and a rate needs two."""


class Examination:
    """The newest pictures of one camera and their times.

    `live`: pictures come by themselves, so they have a rate.
    """

    def __init__(self, board: Board, pieces: PieceSet, *, live: bool) -> None:
        self._board = board
        self._pieces = pieces
        self._live = live
        self._images: deque[Image] = deque(maxlen=_IMAGES)
        self._taken: deque[float] = deque(maxlen=_TIMES)
        self._ages_ms: deque[float] = deque(maxlen=_TIMES)
        self._moved: deque[bool] = deque(maxlen=_TIMES)
        self._sequence = 0

    @property
    def pictures(self) -> int:
        """The number of pictures whose times are kept."""
        return len(self._taken)

    def take(self, frame: Frame, look: Look, *, age_ms: float) -> None:
        """Take a picture that was read; `age_ms` is its age when it was read."""
        # The first look finds the board, which is no movement.
        self._moved.append(look.motion.moved and bool(self._taken))
        self._images.append(frame.image)
        self._taken.append(frame.taken_at)
        self._ages_ms.append(age_ms)
        self._sequence = frame.sequence

    def measures(self, known: ReadingState) -> Measures:
        """Return the measures after at least one picture; `known` is the reader's present memory."""
        return measure(
            tuple(self._images),
            known,
            self._board,
            self._pieces,
            modules=load_dictionary(self._pieces.dictionary).modules,
            timing=self._timing(),
            moved=any(self._moved),
        )

    def checkup(self, camera: str, known: ReadingState) -> CameraCheckup:
        """Return the measures as findings for people."""
        measures = self.measures(known)
        findings = findings_of(measures)
        first = first_to_change(findings)
        size = (measures.width_px, measures.height_px)
        place = None if known.camera_place is None else known.camera_place.location.camera
        there = place if measures.px_per_module else None
        outlines = {} if there is None else cell_outlines(there, self._board)
        return CameraCheckup(
            camera,
            self._sequence,
            findings,
            "" if first is None else first.check,
            tuple(
                CellScale(
                    cell,
                    round(measures.px_per_module[cell], 2),
                    tuple((round(x / size[0], 4), round(y / size[1], 4)) for x, y in outline.tolist()),
                    cell in measures.glare.cells,
                )
                for cell, outline in outlines.items()
            ),
        )

    def _timing(self) -> Timing:
        if not self._live or len(self._taken) < _FEWEST_TIMES:
            return Timing()
        # The first pictures wait while the board is being found.
        later = list(self._taken)[len(self._taken) // 2 :]
        spent = later[-1] - later[0]
        rate = (len(later) - 1) / spent if spent > 0 else None
        ages = list(self._ages_ms)[len(self._ages_ms) // 2 :]
        return Timing(rate_hz=rate, latency_ms=median(ages))
