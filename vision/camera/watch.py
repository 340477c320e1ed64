"""One camera at work: its frames through the reader onto the bus, or before the calibration desk."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.bus.client import Bus
from engine.bus.messages.cameras import (
    CalibrationStage,
    CalibrationState,
    CameraEvent,
    CameraEventKind,
    CameraOrderKind,
    CameraState,
    DiceState,
)
from engine.core.board import Board
from engine.core.device_events import DeviceEvent, DiceAtRest
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet
from engine.core.verdict import Verdict
from vision.calibration.desk import CalibrationDesk
from vision.calibration.fit import LensFit
from vision.calibration.lenses import load_lenses, measured_lens, save_lens
from vision.calibration.target import USUAL
from vision.camera.events import CameraStory
from vision.camera.kept_frames import FrameKeeping
from vision.camera.pace import Pace
from vision.camera.proofs import Album, cells_part, proof_of
from vision.camera.report import CameraReport, LookGate, Sighted, trust_of
from vision.camera.setup_pictures import picture_of
from vision.dice.watching import TrayWatch
from vision.doctor.examination import Examination
from vision.light.focus import px_per_module
from vision.look.reader import BoardReader, LensOrigin
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame
from vision.sources import BadFrame, Ended, NotYet, Silent, Source
from vision.texts import TEXTS

TRAY = "tray"
"""The dice tray's name among the board's devices."""

PATIENCE_S = 15.0
"""So long a camera that is being set up waits for the next word of whoever does it."""

_FRAME_WAIT_S = 0.2
"""The longest wait for a frame. In between orders are obeyed and the end is noticed."""

_STATE_EVERY_S = 1.0
"""Counts and rates are sent this often at most; a problem is sent at once."""

_PICTURE_EVERY_S = 0.15
"""Pictures for the set-up page come six a second: enough to aim a camera by."""

_LOOK_REST_S = 0.15
_LOOK_AGAIN_S = 0.095
"""A second look that says the same is waited for a tenth of a second; frame times carry rounding."""

_CHECKUP_EVERY_S = 2.0
_FIRST_CHECKUP = 3
"""The first checkup comes with this picture, since a rate needs three times (`Examination`)."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableCamera:
    """One camera of a table."""

    name: str
    """Its name on the bus."""
    source: Source
    """Where its pictures come from."""
    reader: BoardReader
    """The reader that looks at them."""
    identity: str | None = None
    """A name that stays the same, whatever number the camera has; None for recorded pictures."""
    lenses: Path | None = None
    """The folder where its measured lens is kept; None: it isn't kept."""
    simulated: bool = False
    """Whether its pictures are rendered."""
    reads_dice: bool = False
    """Whether it watches the board's dice tray. One of several cameras does, or a roll would be reported
    twice."""


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
        self._bus = bus
        self._keeping = keeping
        self._camera = camera
        self._source = camera.source
        self._board = board
        self._pieces = pieces
        self._reader = camera.reader
        self._monotonic = monotonic
        facts = camera.source.facts
        self._report = CameraReport(camera.name, facts.name, simulated=camera.simulated)
        self._story = CameraStory(camera.name)
        # Footage is short and exact: each of its looks counts.
        live = facts.kind.live
        self._gate = LookGate(rest_s=_LOOK_REST_S if live else 0.0, again_s=_LOOK_AGAIN_S if live else 0.0)
        self._connected = threading.Event()
        self._greeting = threading.Event()
        self._orders: queue.SimpleQueue[CameraOrderKind] = queue.SimpleQueue()
        self._tray = TrayWatch(board.tray) if board.tray is not None and camera.reads_dice else None
        self._told_dice: DiceState | None = None
        self._desk: CalibrationDesk | None = None
        self._album = Album()
        self._verdicts: queue.SimpleQueue[Verdict] = queue.SimpleQueue()
        self._wanted_until = -1.0
        self._pictured_at = -1.0
        self._pace = Pace()
        self._rest_s = 0.0
        self._left_out = 0
        self._examination: Examination | None = None
        self._checked_at = -1.0
        self._told = CameraState(camera.name, facts.name)
        self._told_at = 0.0
        self._told_desk: CalibrationState | None = None
        self._already_told = 0.0
        self._match = ""
        self._warned = ""

    @property
    def name(self) -> str:
        """The camera's name on the bus."""
        return self._camera.name

    @property
    def source_name(self) -> str:
        """The source of the pictures, as everybody may read it."""
        return self._source.facts.name

    @property
    def live(self) -> bool:
        """Whether pictures come by themselves."""
        return self._source.facts.kind.live

    def resume(self, last_taken_at: float) -> None:
        """Take up where this camera was before a restart: older frames aren't sent again."""
        self._already_told = last_taken_at
        self._report.resumed(last_taken_at)

    def bus_came(self) -> None:
        """The bus is there: send everything again."""
        self._connected.set()
        self._greeting.set()

    def bus_went(self) -> None:
        """The bus is away: recorded pictures wait for it."""
        self._connected.clear()

    def match_is(self, match: str) -> None:
        """Take in the match that is played; from the next picture on its pictures go there."""
        self._match = match

    def order(self, kind: CameraOrderKind) -> None:
        """Take an order; it is carried out before the next picture."""
        self._orders.put(kind)

    def show(self, verdict: Verdict) -> None:
        """Take a verdict; the pictures of what it's about are sent before the next frame is looked at."""
        self._verdicts.put(verdict)

    def run(self, stop: threading.Event) -> None:
        """Watch until `stop` is set; go on after the source's end, so that its last state is known."""
        try:
            ended = False
            while not stop.is_set():
                self._obey()
                self._show_proofs()
                if self._greeting.is_set():
                    self._greet()
                if ended or not (self._connected.is_set() or self.live):
                    stop.wait(_FRAME_WAIT_S)
                else:
                    ended = self._take_one()
                self._tell_state()
                if self._rest_s:
                    self._rest(stop)
        finally:
            self._source.close()
            if self._keeping is not None:
                self._keeping.close()

    def _rest(self, stop: threading.Event) -> None:
        """Leave the camera alone for a moment; what it sends meanwhile isn't missed."""
        before = self._source.dropped
        stop.wait(self._rest_s)
        self._left_out += self._source.dropped - before
        self._rest_s = 0.0

    def _greet(self) -> None:
        self._greeting.clear()
        self._told_at = 0.0
        self._told_desk = self._told_dice = None
        look = self._reader.state.look
        if look is not None and not self._report.state.ended and self._desk is None:
            self._bus.publish(
                "look", replace(look, trust=self._report.state.trust, board=self._board.name), name=self.name
            )

    def _obey(self) -> None:
        while not self._orders.empty():
            kind = self._orders.get()
            self._wanted_until = self._monotonic() + PATIENCE_S
            match kind:
                case CameraOrderKind.CALIBRATE if self._desk is None:
                    self._desk = self._new_desk()
                case CameraOrderKind.AGAIN:
                    self._desk = self._new_desk()
                case CameraOrderKind.FINISH if self._desk is not None:
                    self._desk.finish()
                    self._use_lens()
                case CameraOrderKind.STOP:
                    self._desk, self._wanted_until = None, -1.0
                case _:
                    pass
        if self._desk is not None and self._monotonic() > self._wanted_until:
            self._desk = None

    def _show_proofs(self) -> None:
        seat = self._reader.state.seat
        while not self._verdicts.empty():
            verdict = self._verdicts.get()
            proof = next((one for one in verdict.proofs if one.source == self.name), None)
            if proof is None or seat is None:
                continue
            part = cells_part(seat.location.camera, self._board, verdict.cells)
            pictures = proof_of(self._album, proof, part)
            if pictures is not None:
                self._bus.publish("proof", pictures, name=self.name)

    def _new_desk(self) -> CalibrationDesk:
        return CalibrationDesk(self.name, USUAL, keep=self._keep)

    def _keep(self, fit: LensFit) -> Phrase:
        identity, folder = self._camera.identity, self._camera.lenses
        if identity is None or folder is None:
            return TEXTS.say("calibration.not_kept")
        today = datetime.now(UTC).date().isoformat()
        path = save_lens(identity, measured_lens(fit, today), folder)
        return TEXTS.say("calibration.kept", file=path.name)

    def _use_lens(self) -> None:
        """Read with the lens that was just kept."""
        camera = self._camera
        kept = self._desk is not None and self._desk.fit is not None
        if kept and camera.identity is not None and camera.lenses is not None:
            self._reader.use(load_lenses(camera.identity, camera.lenses))

    def _take_one(self) -> bool:
        """Take one reading from the source; return whether it was the last."""
        match self._source.read(_FRAME_WAIT_S):
            case Frame() as frame:
                if self._desk is None:
                    self._look(frame)
                else:
                    self._measure(self._desk, frame)
                self._picture(frame)
            case BadFrame() as bad:
                self._report.damaged(bad)
            case Silent(reason):
                self._report.silent(reason)
                self._tell_events(self._story.silent(Seconds(time.time()), reason))
            case Ended():
                self._report.ended()
                log.info("%s has ended after %d frames", self.source_name, self._report.state.frames)
                return True
            case NotYet():
                pass
        return False

    def _look(self, frame: Frame) -> None:
        look = self._reader.read(frame)
        if self.live and self._monotonic() > self._wanted_until:
            self._rest_s = self._pace.rest_s(look)
        self._album.take(frame, look)
        known = self._reader.state
        self._examine(frame, look)
        if self._keeping is not None:
            self._keeping.match_is(self._match)
            self._keeping.take(frame, look, self._reader.lens(frame.image.shape[1], frame.image.shape[0]))
        # Where the camera was is remembered, though the board isn't found now.
        camera = None if known.look is None or known.seat is None else known.seat.location.camera
        px = 0.0 if camera is None else px_per_module(camera, self._board, self._pieces)
        lens = self._reader.lens_origin(frame.image.shape[1], frame.image.shape[0])
        trust = trust_of(camera, px, measured=lens is not LensOrigin.GUESSED)
        new = frame.taken_at > self._already_told
        if new and self._gate.lets(look):
            self._bus.publish("look", replace(look, trust=trust, board=self._board.name), name=self.name)
        events = self._story.looked(frame, found=camera is not None, moved=look.moved)
        if new:
            self._tell_events(events)
            self._look_for_dice(frame, camera)
        self._report.looked(
            frame,
            Sighted(len(known.tags.frame), len(self._board.frame.centres_mm), camera),
            dropped=self._source.dropped - self._left_out,
            px_per_module=px,
            trust=trust,
        )
        self._report.set_up(settings=self._source.facts.settings, lens=lens, moves=self._story.moves)

    def _examine(self, frame: Frame, look: Look) -> None:
        """While somebody sets the camera up, say every few seconds how well it sees."""
        now = self._monotonic()
        if now > self._wanted_until:
            self._examination = None
            return
        if self._examination is None:
            self._examination = Examination(self._board, self._pieces, live=self.live)
            self._checked_at = now
        age_ms = (time.time() - frame.taken_at) * 1000
        self._examination.take(frame, look, age_ms=age_ms)
        if now - self._checked_at >= _CHECKUP_EVERY_S or self._examination.pictures == _FIRST_CHECKUP:
            self._checked_at = now
            checkup = self._examination.checkup(self.name, self._reader.state)
            self._bus.publish("camera_checkup", checkup, name=self.name)

    def _look_for_dice(self, frame: Frame, camera: Camera | None) -> None:
        if self._tray is None:
            return
        roll = self._tray.take(frame, camera)
        known = self._tray.state
        values = tuple(die.value for die in known.look.dice)
        dice = DiceState(self.name, known.rolling, values, known.look.unsure)
        if dice != self._told_dice:
            self._told_dice = dice
            self._bus.publish("dice", dice, name=self.name)
        if roll is not None:
            faces = " ".join(str(value) for value in roll.values)
            log.info("%s: dice have come to rest at %s", self.source_name, faces)
            event = DeviceEvent(TRAY, roll.since, DiceAtRest(roll.values), mark=f"{roll.since:.3f}")
            self._bus.publish("device_event", event, name=TRAY)

    def _measure(self, desk: CalibrationDesk, frame: Frame) -> None:
        showing = desk.state.stage is CalibrationStage.SHOWING
        desk.take(frame)
        if showing and desk.state.stage is CalibrationStage.DONE:
            self._use_lens()
        self._report.busy(TEXTS.say("problems.measuring"))

    def _picture(self, frame: Frame) -> None:
        now = self._monotonic()
        if now > self._wanted_until or now - self._pictured_at < _PICTURE_EVERY_S:
            return
        self._pictured_at = now
        self._bus.publish("camera_picture", picture_of(frame, self.name), name=self.name)

    def _tell_events(self, events: tuple[CameraEvent, ...]) -> None:
        for event in events:
            # Silence and its end are said as the camera's problem.
            if event.event not in (CameraEventKind.SILENT, CameraEventKind.BACK):
                log.info("%s: %s", self.source_name, event.text)
            self._bus.publish("camera_event", event, name=self.name)

    def _tell_state(self) -> None:
        desk = CalibrationState(self.name, CalibrationStage.OFF) if self._desk is None else self._desk.state
        if desk != self._told_desk and (self._told_desk is not None or self._desk is not None):
            self._told_desk = desk
            self._bus.publish("calibration", desk, name=self.name)
        state = self._report.state
        now = self._monotonic()
        news = (state.problem, state.ended) != (self._told.problem, self._told.ended)
        if not news and (state == self._told or now - self._told_at < _STATE_EVERY_S) and self._told_at > 0:
            return
        self._told, self._told_at = state, now
        self._bus.publish("camera", state, name=self.name)
        self._say(state.problem)

    def _say(self, problem: str) -> None:
        """Log a problem once when it comes and once when it has gone, however its numbers change."""
        kind = "".join(letter for letter in problem if not letter.isdigit())
        if kind and kind != self._warned:
            log.warning("%s", problem)
        elif self._warned and not kind:
            log.info("%s is all right again", self.source_name)
        self._warned = kind
