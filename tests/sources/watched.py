"""A camera that is watched in a test: its pictures are listed, and what is said of it is kept."""

import threading
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.bus.client import BusEvent
from engine.bus.messages.cameras import (
    CameraOrderKind,
    CameraState,
)
from engine.core.board import load_board
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from vision.camera.table_camera import TableCamera
from vision.camera.watch import CameraWatch
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over
from vision.sources import Ended, Reading, SourceFacts, SourceKind

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")


@dataclass
class GivenSource:
    """The readings that a test lists, then the end."""

    readings: list[Reading]
    kind: SourceKind = SourceKind.FOOTAGE
    dropped: int = 0

    @property
    def facts(self) -> SourceFacts:
        return SourceFacts(self.kind, "given", settings=Phrase("1600x1200 MJPG; focus locked at 30"))

    def read(self, timeout_s: float) -> Reading:
        assert timeout_s > 0
        return self.readings.pop(0) if self.readings else Ended()

    def close(self) -> None:
        self.readings.clear()


@dataclass
class KeepingBus:
    """A bus that keeps what is said on it, and ends a camera's work when its source has ended.

    `names`: in whose name something may be said.
    """

    names: tuple[str, ...] = ("cam2",)
    stop: threading.Event = field(default_factory=threading.Event)
    messages: list[Any] = field(default_factory=list)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        assert channel_name
        assert name in self.names
        self.messages.append(message)
        if isinstance(message, CameraState) and message.ended:
            self.stop.set()

    def receive(self, timeout: float | None) -> BusEvent | None:
        raise AssertionError(timeout)

    def of(self, kind: type) -> list[Any]:
        return [one for one in self.messages if isinstance(one, kind)]


def watched(
    readings: list[Reading], *orders: CameraOrderKind, identity: str | None = None, folder: Path | None = None
) -> tuple[KeepingBus, BoardReader]:
    bus, reader = KeepingBus(), BoardReader(BOARD, PIECES, source="cam2")
    camera = TableCamera("cam2", GivenSource(readings), reader, identity=identity, lenses=folder)
    # On a slow machine patience must not run out between two pictures.
    watch = CameraWatch(bus, camera, BOARD, PIECES, monotonic=lambda: 1.0)
    for order in orders:
        watch.order(order)
    watch.bus_came()
    watch.run(bus.stop)
    return bus, reader


@lru_cache
def board_picture(tilt: float, width: int, soldier: str) -> Image:
    view = view_over(BOARD, width_px=width, height_px=width * 3 // 4, tilt_deg=tilt)
    x, y = BOARD.surface.centre_mm(Cell("e5"))
    return Renderer(BOARD, PIECES, view, Conditions(noise=1.0)).render([lie(PIECES, soldier, x, y)])


def board_frames(tilt: float, numbers: range, *, soldier: str = "w.inf.1") -> list[Reading]:
    image = board_picture(tilt, 1600, soldier)
    return [Frame(image, Seconds(number / 2), number) for number in numbers]
