"""A camera's reports of itself: its state at most every second, its events, and its problems in the log."""

import logging
from collections.abc import Callable

from engine.bus.client import Bus
from engine.bus.messages.cameras import CameraEvent, CameraEventKind, CameraState
from vision.camera.reports.camera_report import CameraReport
from vision.camera.table_camera import TableCamera

_STATE_EVERY_S = 1.0
"""The shortest time between two reports of counts and rates, seconds. A problem is sent at once."""

log = logging.getLogger(__name__)


class StateReports:
    """The reports of one camera about itself, on the bus and in the log.

    The camera's watch updates `account`.
    """

    def __init__(self, bus: Bus, camera: TableCamera, *, monotonic: Callable[[], float]) -> None:
        self._bus = bus
        self._camera = camera
        self._monotonic = monotonic
        self.account = CameraReport(camera.name, camera.source_name, simulated=camera.simulated)
        self._sent = CameraState(camera.name, camera.source_name)
        self._sent_at = 0.0
        self._warned = ""

    def greet(self) -> None:
        """Send the state again at once."""
        self._sent_at = 0.0

    def happened(self, events: tuple[CameraEvent, ...]) -> None:
        """Send events and log them. Silence and its end are logged as the camera's problem instead."""
        for event in events:
            if event.event not in (CameraEventKind.SILENT, CameraEventKind.BACK):
                log.info("%s: %s", self._camera.source_name, event.text)
            self._bus.publish("camera_event", event, name=self._camera.name)

    def send(self) -> None:
        """Send the state if it is due.

        It's due at once if its problem or remark changed. Any other change is due once the last report is old
        enough.
        """
        state, now = self.account.state, self._monotonic()
        news = _urgent(state) != _urgent(self._sent)
        if not news and (state == self._sent or now - self._sent_at < _STATE_EVERY_S) and self._sent_at > 0:
            return
        self._sent, self._sent_at = state, now
        self._bus.publish("camera", state, name=self._camera.name)
        self._log(state.problem or state.remark)

    def _log(self, problem: str) -> None:
        """Log a problem once when it comes and once when it has gone.

        A change of its numbers isn't logged.
        """
        kind = "".join(letter for letter in problem if not letter.isdigit())
        if kind and kind != self._warned:
            log.warning("%s", problem)
        elif self._warned and not kind:
            log.info("%s is all right again", self._camera.source_name)
        self._warned = kind


def _urgent(state: CameraState) -> tuple[object, ...]:
    """Return the parts of a state that are sent at once when they change."""
    return state.problem, state.remark, state.ended
