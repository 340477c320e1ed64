"""A board with a switch beneath every cell, and readers, on an engine whose clock the test moves."""

from dataclasses import replace
from pathlib import Path

from engine.bus.channels import Service
from engine.bus.client import ReceivedMessage
from engine.bus.messages.boards import DeviceState, SensingState
from engine.bus.messages.services import Availability
from engine.core.device_events import CellChange, DeviceEvent, PadReading, PadReadingKind
from engine.core.ids import Cell, Seconds
from engine.core.verdict import Verdict
from engine.session.boards.tags import TagDesk
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import BOARD, GAME, SETUP

CELLS = BOARD.surface.cells
UNITS = {"pieces": {"w.inf.1": {"at": "e5"}, "n.inf.1": {"at": "f8"}}}


class Board:
    """A board with a switch beneath every cell, on an engine."""

    def __init__(self, folder: Path, *, tags: TagDesk | None = None, laid: bool = True) -> None:
        self.engine = Engine(folder, SETUP, tags=tags)
        if not laid:
            return
        self.engine.plug_in("board")
        units = [
            p for p in GAME.layout(self.state) if GAME.layout(self.state)[p].edge is not None or ".inf." in p
        ]
        self.occupied = sorted({GAME.layout(self.state)[piece].cell for piece in units})
        for cell in self.occupied:
            self.switch(cell, "covered", 0.0)
        self.rest(2.0)

    @property
    def state(self) -> object:
        return self.engine.service.table.match.state

    def switch(self, cell: str, value: str, after: float = 0.3) -> None:
        self.engine.now += after
        event = DeviceEvent(
            "board", Seconds(self.engine.now), CellChange(Cell(cell), covered=value == "covered")
        )
        self.engine.service.take(ReceivedMessage("device_event", "board", event))

    def tag(self, pad: str, *uids: str) -> None:
        self.engine.now += 0.1
        event = DeviceEvent(
            f"pad.{pad}", Seconds(self.engine.now), PadReading(PadReadingKind.TAGS, pad, " ".join(uids))
        )
        self.engine.service.take(ReceivedMessage("device_event", f"pad.{pad}", event))

    def rest(self, seconds: float = 1.0) -> None:
        for _ in range(round(seconds * 10)):
            self.engine.now += 0.1
            self.engine.service.take(None)

    def hello(self, device: str, **more: object) -> None:
        """Let a device report its state, through a bridge that is online."""
        self.engine.service.take(ReceivedMessage("availability", Service.BRIDGE, Availability(online=True)))
        state = replace(DeviceState(device, "/dev/ttyACM0", connected=True), **more)  # type: ignore[arg-type]
        self.engine.service.take(ReceivedMessage("device", device, state))

    @property
    def verdicts(self) -> list[Verdict]:
        return [one for name, one in self.engine.wire.sent if name == "verdict"]

    @property
    def sensing(self) -> SensingState:
        state = self.engine.wire.last("sensing")
        assert isinstance(state, SensingState)
        return state
