"""The arbiter's orders to a camera: measure its lens, examine it, or draw its steps."""

import queue
from collections.abc import Callable

from engine.bus.client import Bus
from engine.bus.messages.cameras import CameraOrderKind
from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.camera.setup.lens_measuring import LensMeasuring
from vision.camera.setup.setting_up import SettingUp
from vision.camera.table_camera import TableCamera


class SetupOrders:
    """The queue of orders from other threads, and the set-up work that they begin and end."""

    def __init__(
        self,
        bus: Bus,
        camera: TableCamera,
        board: Board,
        pieces: PieceSet,
        *,
        monotonic: Callable[[], float],
    ) -> None:
        self._waiting: queue.SimpleQueue[CameraOrderKind] = queue.SimpleQueue()
        self.lens = LensMeasuring(bus, camera)
        self.setup = SettingUp(bus, camera, board, pieces, monotonic=monotonic)

    def put(self, kind: CameraOrderKind) -> None:
        """Queue an order until the next `obey`."""
        self._waiting.put(kind)

    def obey(self) -> None:
        """Carry out all queued orders."""
        while not self._waiting.empty():
            kind = self._waiting.get()
            if kind is CameraOrderKind.EXAMINE:
                self.setup.examine()
                continue
            self.setup.watch()
            match kind:
                case CameraOrderKind.CALIBRATE if not self.lens.is_on:
                    self.lens.begin()
                case CameraOrderKind.AGAIN:
                    self.lens.begin()
                case CameraOrderKind.STEPS:
                    self.setup.draw_steps()
                case CameraOrderKind.FINISH:
                    self.lens.finish()
                case CameraOrderKind.STOP:
                    self.lens.leave()
                    self.setup.leave()
                case _:
                    pass
        if not self.setup.is_watched:
            self.lens.leave()
