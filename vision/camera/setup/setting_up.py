"""Help for people who set a camera up: its picture, how well it sees, and each step of reading a picture."""

import time
from collections.abc import Callable

from engine.bus.client import Bus
from engine.bus.limits import LARGEST_PAYLOAD_BYTES
from engine.bus.messages.cameras import StepPictures
from engine.core.board import Board
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.camera.reports.kept_frames import jpeg_of
from vision.camera.setup.setup_pictures import picture_of
from vision.camera.setup.step_pictures import NotedRun, packed_steps
from vision.camera.table_camera import TableCamera
from vision.doctor.examination import Examination
from vision.pictures.frame import Frame

PATIENCE_S = 15.0
"""How long a camera that is being set up waits for the next request, seconds."""

_PICTURE_EVERY_S = 0.15
"""The time between pictures for the set-up page, seconds. Six a second are enough to aim a camera."""

_CHECKUP_EVERY_S = 2.0
"""The time between checkups, seconds. People read each one and change something."""

_MOST_PACKED_BYTES = LARGEST_PAYLOAD_BYTES * 3 // 4 - 4096
"""The most bytes of packed steps. The bus carries bytes as base64, four letters for three, next to other
fields of a message."""

_FIRST_CHECKUP = 3
"""The number of the picture after which the first checkup comes, since a rate needs three times
(`Examination`)."""


class SettingUp:
    """The pictures and checkups of one camera that somebody sets up."""

    def __init__(
        self, bus: Bus, camera: TableCamera, board: Board, pieces: PieceSet, *, monotonic: Callable[[], float]
    ) -> None:
        self._bus = bus
        self._camera = camera
        self._board = board
        self._pieces = pieces
        self._monotonic = monotonic
        self._wanted_until = -1.0
        self._watched_until = -1.0
        self._pictured_at = -1.0
        self._examination: Examination | None = None
        self._checked_at = -1.0
        self._draws_steps = False

    @property
    def is_wanted(self) -> bool:
        """Whether somebody asked lately, for checkups or for pictures."""
        return self._monotonic() <= self._wanted_until

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks at the pictures."""
        return self._monotonic() <= self._watched_until

    def examine(self) -> None:
        """Send checkups for `PATIENCE_S`."""
        self._wanted_until = self._monotonic() + PATIENCE_S

    def watch(self) -> None:
        """Send checkups and pictures for `PATIENCE_S`."""
        self.examine()
        self._watched_until = self._wanted_until

    def leave(self) -> None:
        """Stop sending at once."""
        self._wanted_until = self._watched_until = -1.0

    def draw_steps(self) -> None:
        """Draw each step of the next picture that is read."""
        self._draws_steps = True

    def looked(self, frame: Frame, look: Look) -> None:
        """Send a checkup every few seconds while one is wanted, and the steps of a picture if ordered."""
        if self._draws_steps:
            self._draws_steps = False
            self._send_steps(frame)
        if not self.is_wanted:
            self._examination = None
            return
        now = self._monotonic()
        if self._examination is None:
            self._examination = Examination(self._board, self._pieces, live=self._camera.live)
            self._checked_at = now
        age_ms = (time.time() - frame.taken_at) * 1000
        self._examination.take(frame, look, age_ms=age_ms)
        if now - self._checked_at >= _CHECKUP_EVERY_S or self._examination.pictures == _FIRST_CHECKUP:
            self._checked_at = now
            checkup = self._examination.checkup(self._camera.name, self._camera.reader.state)
            self._bus.publish("camera_checkup", checkup, name=self._camera.name)

    def show(self, frame: Frame) -> None:
        """Send the picture if somebody looks, and the last one is old enough."""
        now = self._monotonic()
        if not self.is_watched or now - self._pictured_at < _PICTURE_EVERY_S:
            return
        self._pictured_at = now
        self._bus.publish("camera_picture", picture_of(frame, self._camera.name), name=self._camera.name)

    def _send_steps(self, frame: Frame) -> None:
        """Read a picture once more in full, and send the result of each step. The look isn't sent again."""
        name, run = self._camera.name, NotedRun()
        self._camera.reader.read_apart(frame, run)
        packed = packed_steps(run.newest, {"picture.jpg": jpeg_of(frame)})
        if len(packed) > _MOST_PACKED_BYTES:
            # The step pictures are small; a picture of many millions of pixels may not be.
            packed = packed_steps(run.newest, {})
        self._bus.publish(
            "camera_steps", StepPictures(name, frame.sequence, frame.taken_at, packed), name=name
        )
