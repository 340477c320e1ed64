"""A camera's reports of the dice tray: the dice in it, and each roll as a device event."""

import logging

from engine.bus.client import Bus
from engine.bus.messages.cameras import DiceState
from engine.core.board import Tray
from engine.core.device_events import DeviceEvent, DiceAtRest
from vision.camera.table_camera import TableCamera
from vision.dice.watching import TrayWatch
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame

TRAY = "tray"
"""The dice tray's name among the board's devices."""

log = logging.getLogger(__name__)


class DiceReports:
    """The reports of one tray by one camera.

    There are none without a tray, or if another camera reads the dice.
    """

    def __init__(self, bus: Bus, camera: TableCamera, tray: Tray | None) -> None:
        self._bus = bus
        self._camera = camera
        self._tray = TrayWatch(tray) if tray is not None and camera.reads_dice else None
        self._sent: DiceState | None = None

    def greet(self) -> None:
        """Send the state again with the next picture."""
        self._sent = None

    def looked(self, frame: Frame, place: Camera | None) -> None:
        """Read the dice in a picture, and report them; `place` is the camera with its pose."""
        if self._tray is None:
            return
        roll = self._tray.take(frame, place)
        known = self._tray.state
        values = tuple(die.value for die in known.look.dice)
        dice = DiceState(self._camera.name, known.rolling, values, known.look.unsure)
        if dice != self._sent:
            self._sent = dice
            self._bus.publish("dice", dice, name=self._camera.name)
        if roll is not None:
            faces = " ".join(str(value) for value in roll.values)
            log.info("%s: dice have come to rest at %s", self._camera.source_name, faces)
            event = DeviceEvent(TRAY, roll.since, DiceAtRest(roll.values), mark=f"{roll.since:.3f}")
            self._bus.publish("device_event", event, name=TRAY)
