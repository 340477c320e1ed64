"""A match of Dozen War that a real engine judges and keeps, brought to a moment, sent to the pages."""

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw

from engine.bots.registry import open_bot
from engine.bus.client import BusEvent, Connected, ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind, SealedAnswer
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.decisions import Decision
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.records.bounds import Bounds
from engine.records.frame_recorder import FrameRecorder
from engine.records.recorder import EvidenceRecorder
from engine.records.room import EvidenceRoom
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService
from tests.session.seeing import look_at, shown
from tests.web.shown_table import KEY, T0, TABLE, FakeBus

NAMES = {Seat("west"): "Lan", Seat("south"): "Dung", Seat("east"): "Bình", Seat("north"): "An"}
SIGNS = {Seat("west"): "cat", Seat("south"): "lotus", Seat("east"): "owl", Seat("north"): "fish"}
SEAL = Seal(KEY, table=TABLE)


@dataclass
class Wire:
    """The engine's words, for the pages and for the seat that asked."""

    pages: FakeBus
    answers: list[Answer] = field(default_factory=list)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        if isinstance(message, SealedAnswer):
            self.answers.append(SEAL.opened_answer(message))
        self.pages.tell(channel_name, message, name)

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


class Stage:
    """An engine that keeps a match in a folder; its clocks stand still unless something is done.

    `setup`: what the match begins with; None: a draft of four, as the game opens it.
    """

    def __init__(
        self, folder: Path, pages: FakeBus, setup: dict[str, Any] | None, *, named: bool = True
    ) -> None:
        self.folder = folder
        self.now = 100.0
        self.chance = Random(3)  # noqa: S311 - bots' matches, nobody's secrets
        self._wire = Wire(pages)
        self._board, self._pieces = load_board("mativen"), load_pieces("mativen-pieces")
        self.game: Game[Any, Any] = open_game("dozen_war", self._board, Ruleset())
        opening = MatchOpening(
            "", T0, "dozen_war", "mativen", "mativen-pieces", setup, table=TABLE, seed="7",
            players=NAMES if named else {}, signs=SIGNS if named else {},
        )  # fmt: skip
        self.engine = EngineService(
            self._wire,
            parts=MatchParts(
                opening.terms, self._board, self._pieces, self.game, MatchKeeper(folder, self.game)
            ),
            opening=opening,
            seal=SEAL,
            recorder=EvidenceRecorder(folder, about={}, wall=self._wall, free_bytes=lambda _: 10**12),
            monotonic=lambda: self.now,
            wall=self._wall,
        )
        for service in ("engine", "vision"):
            pages.tell("availability", Availability(online=True, since=T0), service)
        self.engine.take(Connected())
        self.show()

    def _wall(self) -> float:
        return T0 + self.now

    @property
    def match(self) -> str:
        """The match's name."""
        return self.engine.table.match.opening.match

    @property
    def decision(self) -> Decision:
        return self.game.decider(self.engine.table.match.state)

    def ask(self, kind: CommandKind, seat: Seat, **more: Any) -> None:
        """Have something done as a seat's tablet does.

        Raises:
            AssertionError: the engine refused it.
        """
        self.now += 7.0
        revision = self.engine.table.match.revision
        asked = Command(f"asked-{self.now}", kind, revision, seat=seat, **more)
        self.engine.take(ReceivedMessage("seat_command", "", SEAL.sealed_command(asked)))
        assert self._wire.answers[-1].code is AnswerCode.DONE, (asked, self._wire.answers[-1])

    def act(self, action: Any) -> None:
        """Have an action played, and the pieces laid as it says."""
        (seat, *_) = self.decision.seats
        self.ask(CommandKind.ACT, seat, action=dict(self.game.format_action(action)))
        self.show()

    def do(self, **entry: Any) -> None:
        self.act(self.game.parse_action(entry_of(entry)))

    def step(self) -> None:
        """Play what a bot would."""
        state, seat = self.engine.table.match.state, self.decision.seats[0]
        self.act(open_bot("greedy").choose(self.game, state, seat, self.chance))

    def legal(self, word: str) -> Any:
        """Return a legal action by its first word, None where there is none."""
        state = self.engine.table.match.state
        legal = self.game.legal_actions(state)
        return next((one for one in legal if word in self.game.format_action(one)), None)

    def show(self, **cells: str) -> None:
        """Let the camera see the match's own layout, these pieces elsewhere."""
        layout = shown(self.game.layout(self.engine.table.match.state))
        spots: dict[PieceId, Spot] = {self._pieces.physical_id(one): spot for one, spot in layout.items()}
        for name, where in cells.items():
            spots[PieceId(name.replace("_", "."))] = Spot(Cell(where), edge=False)
        for steady in (False, True):
            self.now += 0.5
            self.engine.take(ReceivedMessage("look", "cam", look_at(spots, self.now, steady=steady)))

    def picture(self) -> None:
        """Keep a camera's picture of this moment."""
        recorder = FrameRecorder(
            EvidenceRoom(self.folder, Bounds(free_beside_pictures_bytes=0)),
            "cam",
            table=TABLE,
            wall=self._wall,
        )
        recorder.match_is(self.match)
        drawn, content = Image.new("RGB", (640, 480), "#7d6b55"), BytesIO()
        ImageDraw.Draw(drawn).rectangle((80, 60, 560, 420), fill="#d8cfb8", outline="#333333", width=6)
        drawn.save(content, format="JPEG")
        recorder.keep(content.getvalue(), taken_at=Seconds(self._wall()), sequence=1, about={"lens": ""})
        recorder.close()

    def close(self) -> None:
        self.engine.close()
