"""An engine whose evidence is recorded, with clocks that stand still unless a test turns them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.messages.commands import Answer, Command, CommandKind
from engine.core.board import load_board
from engine.core.device_events import ButtonPress, CellChange, DeviceEvent, PadReading, PadReadingKind
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.records.bounds import Bounds
from engine.records.recorder import EvidenceRecorder
from engine.session.boards.tags import TagDesk
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.matches.signing import TableSigner
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService
from tests.session.seeing import look_at, shown
from tests.session.two_soldiers import GAME, PIECES, SETUP


class Wire:
    """A bus that nobody listens to; the answers are kept."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        del channel_name, name
        if isinstance(message, Answer):
            self.answers.append(message)

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


class RecordedEngine:
    """An engine service and its recorder."""

    def __init__(  # noqa: PLR0913  # what a test changes of an engine, by name
        self,
        folder: Path,
        *,
        table: str = "t",
        board: str = "mativen",
        setup: Any = SETUP,
        bounds: Bounds | None = None,
        free_bytes: Callable[[Path], int] = lambda _: 10**12,
        tags: TagDesk | None = None,
        signer: TableSigner | None = None,
    ) -> None:
        self.wire = Wire()
        self.now = 100.0
        opening = MatchOpening(
            "", Seconds(0.0), "dozen_war", board, f"{board}-pieces", setup, table=table, seed="7"
        )
        known, pieces = load_board(board), load_pieces(f"{board}-pieces")
        game: Game[Any, Any] = open_game("dozen_war", known, Ruleset())
        self.service = EngineService(
            self.wire,
            parts=MatchParts(opening.terms, known, pieces, game, MatchKeeper(folder, game)),
            opening=opening,
            recorder=EvidenceRecorder(
                folder,
                about={"version": "1.2.3"},
                bounds=bounds,
                wall=lambda: self.now,
                free_bytes=free_bytes,
            ),
            tags=tags,
            signer=signer,
            monotonic=lambda: self.now,
            wall=lambda: self.now,
        )

    def feel(self, cell: str, value: str) -> None:
        """Let a switch beneath a cell tell that it is `covered` or `clear`."""
        self.now += 0.25
        change = CellChange(Cell(cell), covered=value == "covered")
        event = DeviceEvent("board", Seconds(self.now), change)
        self.service.take(ReceivedMessage("device_event", "board", event))

    def read(self, cell: str, *uids: str) -> None:
        """Let the reader beneath a cell tell which tags lie there."""
        self.now += 0.1
        event = DeviceEvent(
            f"pad.{cell}", Seconds(self.now), PadReading(PadReadingKind.TAGS, cell, " ".join(uids))
        )
        self.service.take(ReceivedMessage("device_event", f"pad.{cell}", event))

    def rest(self, seconds: float) -> None:
        """Let time pass while the board repeats its word."""
        for _ in range(round(seconds * 10)):
            self.wait(0.1)

    def ask(self, name: str, kind: CommandKind = CommandKind.ACT, **more: Any) -> Answer:
        self.now += 0.25
        more.setdefault("revision", self.service.table.match.revision)
        self.service.take(ReceivedMessage("command", "", Command(name, kind, **more)))
        return self.wire.answers[-1]

    def press(self, device: str, button: str = "end_turn", mark: str = "") -> None:
        self.now += 0.1
        event = DeviceEvent(device, Seconds(self.now), ButtonPress(button), mark=mark)
        self.service.take(ReceivedMessage("device_event", device, event))

    def wait(self, seconds: float) -> None:
        """Let time pass with nothing seen."""
        self.now += seconds
        self.service.take(None)

    def show(self, **cells: str) -> None:
        """Let the camera see the match's own layout, these pieces elsewhere."""
        layout = shown(GAME.layout(self.service.table.match.state))
        spots: dict[PieceId, Spot] = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
        for name, cell in cells.items():
            spots[PieceId(name.replace("_", "."))] = Spot(Cell(cell), edge=False)
        for steady in (False, True):
            self.now += 0.5
            self.service.take(ReceivedMessage("look", "cam", look_at(spots, self.now, steady=steady)))
