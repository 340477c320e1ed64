"""Help for people who set a camera up: its picture, and how well it sees, for as long as somebody asks."""

import time
from collections.abc import Callable

from engine.bus.client import Bus
from engine.core.board import Board
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.camera.setup_pictures import picture_of
from vision.camera.table_camera import TableCamera
from vision.doctor.examination import Examination
from vision.pictures.frame import Frame

PATIENCE_S = 15.0
"""So long a camera that is being set up waits for the next word of whoever does it."""

_PICTURE_EVERY_S = 0.15
"""Pictures for the set-up page come six a second: enough to aim a camera by."""

_CHECKUP_EVERY_S = 2.0
_FIRST_CHECKUP = 3
"""The first checkup comes with this picture, since a rate needs three times (`Examination`)."""


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
        self._pictured_at = -1.0
        self._examination: Examination | None = None
        self._checked_at = -1.0

    @property
    def is_wanted(self) -> bool:
        """Whether somebody has asked lately."""
        return self._monotonic() <= self._wanted_until

    def ask(self) -> None:
        """Go on for a while."""
        self._wanted_until = self._monotonic() + PATIENCE_S

    def leave(self) -> None:
        """Stop at once."""
        self._wanted_until = -1.0

    def looked(self, frame: Frame, look: Look) -> None:
        """Say every few seconds how well the camera sees."""
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
        """Send the picture, if the last one is old enough."""
        now = self._monotonic()
        if not self.is_wanted or now - self._pictured_at < _PICTURE_EVERY_S:
            return
        self._pictured_at = now
        self._bus.publish("camera_picture", picture_of(frame, self._camera.name), name=self._camera.name)
