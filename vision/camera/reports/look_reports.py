"""A camera's looks on the bus: each one that is new, and none that was sent before a restart."""

from dataclasses import replace

from engine.bus.client import Bus
from engine.core.observations import Look
from vision.camera.reports.camera_report import LookGate
from vision.camera.table_camera import TableCamera

_LOOK_REST_S = 0.15
"""The time between two equal looks, seconds. Looks settle once they span 0.4 s (`engine.session.seen.runs`).
With this time they settle at most this much later, and a bus of several cameras carries seven looks a second
of each."""

_LOOK_AGAIN_S = 0.095
"""The time until an equal look is sent for the first time, seconds: a tenth, less the rounding of frame
times."""


class LookReports:
    """The looks of one camera, sent with the board's name and the trust in them."""

    def __init__(self, bus: Bus, camera: TableCamera, board: str) -> None:
        self._bus = bus
        self._camera = camera
        self._board = board
        # Footage is short and exact, so each of its looks counts.
        rest_s, again_s = (_LOOK_REST_S, _LOOK_AGAIN_S) if camera.live else (0.0, 0.0)
        self._gate = LookGate(rest_s=rest_s, again_s=again_s)
        self._sent_until = 0.0

    def resume(self, last_taken_at: float) -> None:
        """Don't send looks again that were sent before a restart."""
        self._sent_until = last_taken_at

    def is_new(self, look: Look) -> bool:
        """Return whether a look is later than those sent before a restart."""
        return look.taken_at > self._sent_until

    def looked(self, look: Look, trust: float) -> None:
        """Send a look if it's new."""
        if self.is_new(look) and self._gate.lets(look):
            self.send(look, trust)

    def send(self, look: Look, trust: float) -> None:
        """Send a look, whatever was sent before."""
        self._bus.publish(
            "look",
            replace(look, reach=replace(look.reach, trust=trust, board=self._board)),
            name=self._camera.name,
        )
