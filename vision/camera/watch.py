"""One camera at work: its frames through the reader onto the bus, or before the calibration desk."""

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
"""The longest wait for a frame. In between orders are obeyed and the end is noticed."""


class CameraWatch:
    """One camera's work, in a thread of its own; the source is closed at the end of `run`."""

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
        """`keeping` keeps the pictures beside the match."""
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
        """The source of the pictures, as everybody may read it."""
        return self._camera.source_name

    @property
    def live(self) -> bool:
        """Whether pictures come by themselves."""
        return self._camera.live

    def resume(self, last_taken_at: float) -> None:
        """Take up where this camera was before a restart: older frames aren't sent again."""
        self._reports.resume(last_taken_at)

    def bus_came(self) -> None:
        """The bus is there: send everything again."""
        self._link.connected.set()
        self._link.greeting.set()

    def bus_went(self) -> None:
        """The bus is away: recorded pictures wait for it."""
        self._link.connected.clear()

    def match_is(self, match: str) -> None:
        """Take in the match that is played; from the next picture on its pictures go there."""
        self._keeping.match = match

    def order(self, kind: CameraOrderKind) -> None:
        """Take an order; it is carried out before the next picture."""
        self._orders.put(kind)

    def show(self, verdict: Verdict) -> None:
        """Take a verdict; the pictures of what it's about are sent before the next frame is looked at."""
        self._reports.show(verdict)

    def run(self, stop: threading.Event) -> None:
        """Watch until `stop` is set; go on after the source's end, so that its last state is known."""
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
        """Take one reading from the source; return whether it was the last."""
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
    """A camera's pauses while nothing moves. Frames that it sends meanwhile don't count as dropped."""

    def __init__(self, camera: TableCamera) -> None:
        self._source = camera.source
        self._pace = Pace()
        self._rest_s = 0.0
        self._left_out = 0

    @property
    def dropped(self) -> int:
        """How many frames nobody looked at though they were wanted."""
        return self._source.dropped - self._left_out

    def looked(self, look: Look) -> None:
        """Take in a look: it says how long the camera may be left alone."""
        self._rest_s = self._pace.rest_s(look)

    def rest(self, stop: threading.Event) -> None:
        """Leave the camera alone for that long."""
        if self._rest_s:
            before = self._source.dropped
            stop.wait(self._rest_s)
            self._left_out += self._source.dropped - before
            self._rest_s = 0.0


class _MatchKeeping:
    """The pictures that are kept beside the match; none without a keeper."""

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
