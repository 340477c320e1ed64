"""The calibration of a camera's lens while the table runs: the desk, its reports, and the saved lens."""

from datetime import UTC, datetime

from engine.bus.client import Bus
from engine.bus.messages.cameras import CalibrationStage, CalibrationState
from engine.core.phrase import Phrase
from vision.calibration.desk import CalibrationDesk
from vision.calibration.fit import LensFit
from vision.calibration.lenses import load_lenses, measured_lens, save_lens
from vision.calibration.target import USUAL
from vision.camera.table_camera import TableCamera
from vision.pictures.frame import Frame
from vision.texts import TEXTS


class LensMeasuring:
    """The calibration of one camera. Its desk exists only while somebody measures."""

    def __init__(self, bus: Bus, camera: TableCamera) -> None:
        self._bus = bus
        self._camera = camera
        self._desk: CalibrationDesk | None = None
        self._sent: CalibrationState | None = None

    @property
    def is_on(self) -> bool:
        """Whether pictures go to the desk instead of the board's reader."""
        return self._desk is not None

    def begin(self) -> None:
        """Begin a calibration without any view."""
        self._desk = CalibrationDesk(self._camera.name, USUAL, keep=self._keep)

    def finish(self) -> None:
        """Fit the lens to the views so far, and use it from now on."""
        if self._desk is not None:
            self._desk.finish()
            self._use_lens(self._desk)

    def leave(self) -> None:
        """End the calibration. Pictures go to the board's reader again."""
        self._desk = None

    def take(self, frame: Frame) -> None:
        """Search a picture for the sheet. The last view that is needed ends the calibration."""
        desk = self._desk
        if desk is None:
            return
        showing = desk.state.stage is CalibrationStage.SHOWING
        desk.take(frame)
        if showing and desk.state.stage is CalibrationStage.DONE:
            self._use_lens(desk)

    def greet(self) -> None:
        """Send the state again with the next report."""
        self._sent = None

    def send(self) -> None:
        """Send the state if it has changed. A first state of "off" isn't sent."""
        off = CalibrationState(self._camera.name, CalibrationStage.OFF)
        state = off if self._desk is None else self._desk.state
        if state != self._sent and (self._sent is not None or self._desk is not None):
            self._sent = state
            self._bus.publish("calibration", state, name=self._camera.name)

    def _keep(self, fit: LensFit) -> Phrase:
        identity, folder = self._camera.identity, self._camera.lenses
        if identity is None or folder is None:
            return TEXTS.say("calibration.not_kept")
        today = datetime.now(UTC).date().isoformat()
        path = save_lens(identity, measured_lens(fit, today), folder)
        return TEXTS.say("calibration.kept", file=path.name)

    def _use_lens(self, desk: CalibrationDesk) -> None:
        """Use the lens that was just saved."""
        camera = self._camera
        if desk.fit is not None and camera.identity is not None and camera.lenses is not None:
            camera.reader.use(load_lenses(camera.identity, camera.lenses))
