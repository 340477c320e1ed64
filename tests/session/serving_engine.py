"""An engine service whose clock a test moves, on a bus that keeps all messages."""

from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.bus.channels import BY_NAME
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.codec import decode, encode
from engine.bus.messages.boards import DeviceOrder, DeviceState, LightsOrder, SoundOrder
from engine.bus.messages.commands import Answer, Command, CommandKind
from engine.bus.sealing import Seal
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.session.boards.palettes import PALETTES, Lit
from engine.session.boards.tags import TagDesk
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService
from tests.session.seeing import look_at, shown
from tests.session.two_soldiers import BOARD, GAME, PIECES, SETUP


@dataclass
class Wire:
    """A bus that keeps each message as it would travel."""

    sent: list[tuple[str, Any]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    entries_then: list[int] = field(default_factory=list)
    folder: Path = Path()
    coming: deque[BusEvent] = field(default_factory=deque)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.names.append(name)
        channel = BY_NAME[channel_name]
        self.sent.append((channel_name, decode(channel, encode(channel, message))))
        self.entries_then.append(len(read_journal(journals(self.folder)[0]).entries))

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return self.coming.popleft() if self.coming else None

    def last(self, channel: str) -> Any:
        return next(message for name, message in reversed(self.sent) if name == channel)


class Engine:
    """An engine service whose clock stands still until the test moves it."""

    def __init__(
        self,
        folder: Path,
        setup: Any = SETUP,
        feed: str = "",
        *,
        seal: Seal | None = None,
        tags: TagDesk | None = None,
    ) -> None:
        self.wire = Wire(folder=folder)
        self.now = 100.0
        self.seal = seal
        start = Seconds(0.0)
        opening = MatchOpening(
            "", start, "dozen_war", "mativen", "mativen-pieces", setup, table="t", feed=feed
        )
        self.service = EngineService(
            self.wire,
            parts=MatchParts(opening.terms, BOARD, PIECES, GAME, MatchKeeper(folder, GAME)),
            opening=opening,
            seal=seal,
            tags=tags,
            monotonic=lambda: self.now,
            wall=lambda: self.now,
        )

    def ask(self, name: str, /, kind: CommandKind = CommandKind.ACT, **more: Any) -> Answer:
        more.setdefault("revision", self.service.table.match.revision)
        asked = Command(name, kind, **more)
        if self.seal is not None and asked.seat is not None:
            self.service.take(ReceivedMessage("seat_command", "", self.seal.sealed_command(asked)))
            answer = self.seal.opened_answer(self.wire.last("seat_answer"))
        else:
            self.service.take(ReceivedMessage("command", "", asked))
            answer = self.wire.last("answer")
        assert isinstance(answer, Answer)
        return answer

    def lift(self, piece: str) -> None:
        """Show the table for a moment with a hand that holds this piece."""
        layout = shown(GAME.layout(self.service.table.match.state))
        spots = {PIECES.physical_id(one): spot for one, spot in layout.items() if one != piece}
        self.now += 0.1
        self.service.take(ReceivedMessage("look", "cam", look_at(spots, self.now, steady=False)))

    def lights(self, device: str) -> list[tuple[tuple[str, ...], Lit]]:
        """Return the light orders to a device, oldest first."""
        meant = {colour: lit for lit, colour in PALETTES["usual"].items()}
        found = [one.content for one in self.orders(device)]
        return [(one.cells, meant[one.colour]) for one in found if isinstance(one, LightsOrder)]

    def sounds(self, device: str) -> list[str]:
        """Return the sound orders to a device, oldest first."""
        found = [one.content for one in self.orders(device)]
        return [one.sound for one in found if isinstance(one, SoundOrder)]

    def orders(self, device: str) -> list[DeviceOrder]:
        """Return the orders to a device, oldest first."""
        return [
            message
            for (channel, message), name in zip(self.wire.sent, self.wire.names, strict=True)
            if channel == "device_order" and name == device
        ]

    def plug_in(self, *devices: str, lights: bool = False) -> None:
        for device in devices:
            state = DeviceState(device, "/dev/ttyACM0", connected=True, lights=lights)
            self.service.take(ReceivedMessage("device", device, state))

    def show(self, **cells: str) -> None:
        layout = shown(GAME.layout(self.service.table.match.state))
        spots: dict[PieceId, Spot] = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
        for name, cell in cells.items():
            piece = PieceId(name.replace("_", "."))
            spots[piece] = Spot(Cell(cell), edge=False)
        for steady in (False, True):
            self.now += 0.5
            self.service.take(ReceivedMessage("look", "cam", look_at(spots, self.now, steady=steady)))
