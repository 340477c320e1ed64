"""The vision service: frames from one source, through the reader, onto the bus.

The service's thread reads the source and the bus in turn; only live sources have a thread of their own.
"""

import logging
import threading
import time

from engine.bus.client import BusClient, Connected, Disconnected, Received
from engine.bus.messages import CameraState
from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.camera_report import CameraReport, LookGate, Sighted, px_per_module
from vision.frame import Frame
from vision.reader import BoardReader
from vision.sources import BadFrame, Ended, NotYet, Silent, Source

WANTED = ("camera",)
"""The channels that a vision service reads: what it told itself before it was restarted."""

_FRAME_WAIT_S = 0.2
_STATE_EVERY_S = 1.0
_MEMORY_WAIT_S = 0.5
_LOOK_REST_S = 0.15

log = logging.getLogger(__name__)


class VisionService:
    """One camera's service. `camera` names it on the bus; the source is closed at the end of `run`.

    `simulated` is told of the camera: its pictures are rendered.
    """

    def __init__(
        self,
        bus: BusClient,
        source: Source,
        board: Board,
        pieces: PieceSet,
        reader: BoardReader,
        *,
        camera: str = "cam",
        simulated: bool = False,
    ) -> None:
        self._bus = bus
        self._source = source
        self._board = board
        self._pieces = pieces
        self._reader = reader
        self._camera = camera
        self._report = CameraReport(camera, source.facts.name, simulated=simulated)
        # Footage is short and exact: each of its looks counts.
        self._gate = LookGate(rest_s=_LOOK_REST_S if source.facts.kind.live else 0.0)
        self._connected = False
        self._told = CameraState(camera, source.facts.name)
        self._told_at = 0.0
        self._already_told = 0.0
        self._warned = ""

    def run(self, stop: threading.Event) -> None:
        """Serve until `stop` is set; go on after the source's end, so that its last state is known."""
        try:
            self._remember(stop)
            ended = False
            while not stop.is_set():
                self._follow_bus()
                if ended or not (self._connected or self._source.facts.kind.live):
                    stop.wait(_FRAME_WAIT_S)
                else:
                    ended = self._take_one()
                self._tell_state()
        finally:
            self._source.close()

    def _remember(self, stop: threading.Event) -> None:
        """Wait for the bus, and shortly for what a vision service that ran before us has told of this camera.

        Footage that is read again from its start after a crash must not be told again.
        """
        deadline = None
        while not stop.is_set() and (deadline is None or time.monotonic() < deadline):
            match self._bus.receive(0.1):
                case Connected():
                    self._connected = True
                    deadline = time.monotonic() + _MEMORY_WAIT_S
                case Received("camera", name, CameraState(source=source, last_taken_at=at)) if (
                    name == self._camera and source == self._source.facts.name
                ):
                    self._already_told = at
                    self._report.resumed(at)
                    return
                case None if deadline is None and self._source.facts.kind.live:
                    return

    def _follow_bus(self) -> None:
        while (event := self._bus.receive(0.0)) is not None:
            match event:
                case Connected():
                    self._connected = True
                    self._told_at = 0.0
                    if self._reader.state.look is not None and not self._report.state.ended:
                        self._bus.publish("look", self._reader.state.look, name=self._camera)
                case Disconnected():
                    self._connected = False
                case _:
                    pass

    def _take_one(self) -> bool:
        """Take one reading from the source; return whether it was the last."""
        match self._source.read(_FRAME_WAIT_S):
            case Frame() as frame:
                self._look(frame)
            case BadFrame() as bad:
                self._report.damaged(bad)
            case Silent(reason):
                self._report.silent(reason)
            case Ended():
                self._report.ended()
                log.info("%s has ended after %d frames", self._source.facts.name, self._report.state.frames)
                return True
            case NotYet():
                pass
        return False

    def _look(self, frame: Frame) -> None:
        look = self._reader.read(frame)
        if frame.taken_at > self._already_told and self._gate.lets(look):
            self._bus.publish("look", look, name=self._camera)
        known = self._reader.state
        camera = None if known.location is None else known.location.camera
        self._report.looked(
            frame,
            Sighted(len(known.tags.frame), len(self._board.frame.centres_mm), camera),
            dropped=self._source.dropped,
            px_per_module=0.0 if camera is None else px_per_module(camera, self._board, self._pieces),
        )

    def _tell_state(self) -> None:
        state = self._report.state
        now = time.monotonic()
        news = (state.problem, state.ended) != (self._told.problem, self._told.ended)
        if not news and (state == self._told or now - self._told_at < _STATE_EVERY_S) and self._told_at > 0:
            return
        self._told, self._told_at = state, now
        self._bus.publish("camera", state, name=self._camera)
        self._say(state.problem)

    def _say(self, problem: str) -> None:
        """Log a problem once when it comes and once when it has gone, however its numbers change."""
        kind = "".join(letter for letter in problem if not letter.isdigit())
        if kind and kind != self._warned:
            log.warning("%s", problem)
        elif self._warned and not kind:
            log.info("%s is all right again", self._source.facts.name)
        self._warned = kind
