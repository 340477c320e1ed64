"""One camera at work: its frames go through the reader onto the bus, or to the calibration desk."""

import threading
import time
from collections.abc import Callable

from engine.bus.client import Bus
from engine.bus.messages.cameras import CameraOrderKind
from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from engine.core.verdict import Verdict
from vision.camera.pace import Pace
from vision.camera.reports.kept_frames import FrameKeeping
from vision.camera.reports.reporting import Reporting
from vision.camera.setup.orders import SetupOrders
from vision.camera.table_camera import TableCamera
from vision.pictures.frame import Frame
from vision.sources import BadFrame, Ended, NotYet, Silent

_FRAME_WAIT_S = 0.2
"""The longest wait for a frame, seconds. Between waits orders are obeyed and the end is noticed."""


class CameraWatch:
    """The work of one camera in its own thread. `run` closes the source when it ends."""

    def __init__(
        self,
        bus: Bus,
        camera: TableCamera,
        board: Board,
        pieces: PieceSet,
        *,
        keeping: FrameKeeping | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`keeping` keeps pictures beside the match; None: none are kept."""
        self._camera = camera
        self._link = _Link()
        self._pausing = _Pausing(camera)
        self._keeping = _MatchKeeping(keeping)
        self._reports = Reporting(bus, camera, board, pieces, monotonic=monotonic)
        self._orders = SetupOrders(bus, camera, board, pieces, monotonic=monotonic)

    @property
    def name(self) -> str:
        """The camera's name on the bus."""
        return self._camera.name

    @property
    def source_name(self) -> str:
        """The name of the source, without a password."""
        return self._camera.source_name

    @property
    def live(self) -> bool:
        """Whether pictures come by themselves, from a live source."""
        return self._camera.live

    def resume(self, last_taken_at: float) -> None:
        """Continue where this camera was before a restart: older frames aren't sent again."""
        self._reports.resume(last_taken_at)

    def bus_came(self) -> None:
        """Note that the bus is connected. Everything is sent again."""
        self._link.connected.set()
        self._link.greeting.set()

    def bus_went(self) -> None:
        """Note that the bus is disconnected. Recorded pictures wait for it."""
        self._link.connected.clear()

    def match_is(self, match: str) -> None:
        """Note the match that is played. Pictures are kept with it from the next one on."""
        self._keeping.match = match

    def order(self, kind: CameraOrderKind) -> None:
        """Queue an order. It's carried out before the next picture."""
        self._orders.put(kind)

    def show(self, verdict: Verdict) -> None:
        """Queue a verdict. Its pictures are sent before the next frame is read."""
        self._reports.show(verdict)

    def run(self, stop: threading.Event) -> None:
        """Watch until `stop` is set.

        After the source's end it goes on, so that its last state can be sent.
        """
        try:
            ended = False
            while not stop.is_set():
                self._orders.obey()
                self._reports.send_proofs()
                if self._link.greeting.is_set():
                    self._greet()
                if ended or not (self._link.connected.is_set() or self.live):
                    stop.wait(_FRAME_WAIT_S)
                else:
                    ended = self._take_one()
                self._orders.lens.send()
                self._reports.send_state()
                self._pausing.rest(stop)
        finally:
            self._camera.source.close()
            self._keeping.close()

    def _greet(self) -> None:
        self._link.greeting.clear()
        self._reports.greet(measuring=self._orders.lens.is_on)
        self._orders.lens.greet()

    def _take_one(self) -> bool:
        """Take one reading from the source, and return whether it was the last."""
        match self._camera.source.read(_FRAME_WAIT_S):
            case Frame() as frame:
                if self._orders.lens.is_on:
                    self._orders.lens.take(frame)
                    self._reports.measuring()
                else:
                    self._look(frame)
                self._orders.setup.show(frame)
            case BadFrame() as bad:
                self._reports.damaged(bad)
            case Silent(reason):
                self._reports.silent(reason)
            case Ended():
                self._reports.ended()
                return True
            case NotYet():
                pass
        return False

    def _look(self, frame: Frame) -> None:
        reader, (height, width) = self._camera.reader, frame.image.shape[:2]
        look = reader.read(frame)
        if self.live and not self._orders.setup.is_wanted:
            self._pausing.looked(look)
        self._orders.setup.looked(frame, look)
        self._keeping.take(frame, look, reader.lens(width, height))
        self._reports.looked(frame, look, dropped=self._pausing.dropped)


class _Link:
    """The connection to the bus, as other threads report it."""

    def __init__(self) -> None:
        self.connected = threading.Event()
        self.greeting = threading.Event()


class _Pausing:
    """The pauses of a camera while nothing moves. Frames that come in a pause don't count as dropped."""

    def __init__(self, camera: TableCamera) -> None:
        self._source = camera.source
        self._pace = Pace()
        self._rest_s = 0.0
        self._left_out = 0

    @property
    def dropped(self) -> int:
        """The number of frames that were wanted but not read."""
        return self._source.dropped - self._left_out

    def looked(self, look: Look) -> None:
        """Take in a look, which decides the next pause."""
        self._rest_s = self._pace.rest_s(look)

    def rest(self, stop: threading.Event) -> None:
        """Pause after a look, if it allowed that."""
        if self._rest_s:
            before = self._source.dropped
            stop.wait(self._rest_s)
            self._left_out += self._source.dropped - before
            self._rest_s = 0.0


class _MatchKeeping:
    """The pictures that are kept with the match. Without a keeper nothing is kept."""

    def __init__(self, keeping: FrameKeeping | None) -> None:
        self._keeping = keeping
        self.match = ""

    def take(self, frame: Frame, look: Look, lens: Intrinsics | None) -> None:
        """Keep a picture with the match that is played now."""
        if self._keeping is not None:
            self._keeping.match_is(self.match)
            self._keeping.take(frame, look, lens)

    def close(self) -> None:
        """Finish what is being written."""
        if self._keeping is not None:
            self._keeping.close()
