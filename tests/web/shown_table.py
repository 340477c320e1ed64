"""A table to look at: a real position as the engine would publish it, and a real server fed by our bus."""

import queue
import socket
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dashboard.web.audience.delay import LIVE
from dashboard.web.audience.picture_reach import PictureReach
from dashboard.web.https.encryption import Encryption
from dashboard.web.pushing.devices import Push
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import ARBITER, Seating
from dashboard.web.serving.limits import USUAL, Limits
from dashboard.web.serving.listening import listening_socket
from dashboard.web.serving.origin import Proxy
from dashboard.web.serving.service import serve
from engine.bus.broker import free_port
from engine.bus.client import BusEvent, Connected, Disconnected, ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command, Refused, SealedCommand
from engine.bus.messages.match import AdviceSheet, MatchState, Situation, Surface, SurfaceCell
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, ViolationText
from tests.patience import PATIENCE_S
from tests.service_thread import ServiceThread

MATCH = "m1"
TABLE = "table"
KEY = bytes(range(32))
T0 = Seconds(1_795_300_000.0)
ARBITERS_LINK = Seating(KEY, table=TABLE).link(ARBITER)
"""The link of whoever keeps the table."""
BEARER = {"authorization": f"Bearer {ARBITERS_LINK}"}
"""The headers of a program that shows the arbiter's link."""

SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "coins": {"west": 1, "north": 1},
    "pieces": {
        "w.inf.1": {"at": "e5"},
        "w.inf.2": {"at": "c3"},
        "w.cav.1": {"at": "c5"},
        "w.arc.1": {"at": "d5"},
        "n.cav.1": {"at": "e7"},
        "n.arc.1": {"at": "f7"},
        "n.inf.1": {"at": "f8"},
        "n.inf.2": {"at": "c9"},
        "n.arc.2": {"at": "c9"},
        "w.gen.mask": {"at": "c4"},
        "w.gen.est": {"at": "b3"},
        "n.gen.raen": {"at": "d9"},
        "n.gen.kazu": {"at": "e9"},
    },
}


@dataclass
class FakeBus:
    """A bus whose other end is the test: `tell` what the services say, `sent` is what the dashboard said."""

    events: "queue.Queue[BusEvent]" = field(default_factory=queue.Queue)
    sent: "queue.Queue[tuple[str, object]]" = field(default_factory=queue.Queue)
    _taken: threading.Condition = field(default_factory=threading.Condition)
    _waiting: int = 0
    """How many events the dashboard hasn't taken to its end."""
    _in_hand: bool = False
    """Whether the dashboard holds an event that it was handed and hasn't come back from."""

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        del name
        if isinstance(message, SealedCommand):
            message = Seal(KEY, table=TABLE).opened_command(message)
        self.sent.put((channel_name, message))

    def receive(self, timeout: float | None) -> BusEvent | None:
        with self._taken:
            self._waiting -= self._in_hand
            self._in_hand = False
            self._taken.notify_all()
        try:
            event = self.events.get(block=timeout != 0, timeout=timeout or None)
        except queue.Empty:
            return None
        self._in_hand = True
        return event

    def tell(self, channel: str, message: object, name: str = "") -> None:
        self._put(ReceivedMessage(channel, name, message))

    def connect(self) -> None:
        self._put(Connected())

    def lose(self, reason: str = "the broker stopped") -> None:
        self._put(Disconnected(Phrase(reason)))

    def wait_until_taken(self) -> None:
        """Wait until the dashboard has taken all that was said: a question over HTTP could come before it."""
        with self._taken:
            assert self._taken.wait_for(lambda: not self._waiting, PATIENCE_S), "the dashboard takes nothing"

    def _put(self, event: BusEvent) -> None:
        with self._taken:
            self._waiting += 1
        self.events.put(event)

    def next_sent(self) -> tuple[str, Any]:
        return self.sent.get(timeout=PATIENCE_S)


@dataclass
class Match:
    """A match as the engine would publish it: a real game's state and what follows from it."""

    game: Game[Any, Any]
    state: Any
    revision: int = 0

    def play(self, action: dict[str, Any]) -> None:
        parsed = self.game.parse_action(entry_of(action))
        self.state = self.game.apply(self.state, parsed)
        self.revision += 1

    def text(self, action: dict[str, Any]) -> str:
        return self.game.action_text(self.state, self.game.parse_action(entry_of(action)))

    def message(self) -> MatchState:
        decision = self.game.decider(self.state)
        choices = tuple(
            PlayedAction(
                self.game.format_action(action), decision.seats[0], self.game.action_text(self.state, action)
            )
            for action in (self.game.legal_actions(self.state) if decision.kind == "answer" else ())
        )
        return MatchState(
            MATCH, "dozen_war", self.revision, T0, self.game.view(self.state, None), choices=choices
        )

    def advice(self) -> AdviceSheet:
        found = self.game.table_advice(self.state)
        return AdviceSheet(MATCH, self.revision, found.advice, found.left)

    def situation(self, **changes: Any) -> Situation:
        return Situation(MATCH, self.revision, **{"watching": True, **changes})

    def reason(self, bus: FakeBus) -> Command:
        """Answer the question that a seat's page or the arbiter's has asked, as engines do; return it."""
        asked: Command
        channel, asked = bus.next_sent()
        assert channel == ("seat_command" if asked.seat else "command")
        assert asked.kind == "ask"
        assert asked.piece is not None
        refused = tuple(
            Refused(
                one.use,
                one.target,
                tuple(ViolationText(rule.rule, self.game.violation_text(rule)) for rule in one.broken),
            )
            for one in self.game.why_not(self.state, asked.piece, asked.place)
        )
        bus.tell("answer", Answer(asked.id, AnswerCode.DONE, self.revision, refused=refused))
        return asked

    def tell(self, bus: FakeBus, **situation: Any) -> None:
        """Publish everything, as the engine does after each change."""
        bus.tell("match", self.message())
        bus.tell("advice", self.advice())
        bus.tell("situation", self.situation(**situation))


def surface_message() -> Surface:
    board = load_board("mativen")
    return Surface(
        board.name,
        board.size_mm,
        tuple(
            SurfaceCell(cell, *board.surface.centre_mm(cell), board.surface.corners_mm(cell))
            for cell in board.surface.cells
        ),
    )


@dataclass
class RunningServer:
    """The real service on a real port."""

    bus: FakeBus
    port: int = 0
    matches: Path | None = None
    hosts: tuple[str, ...] = ()
    proxies: tuple[Proxy, ...] = ()
    links: LinkLife = LinkLife.TABLE
    pictures: PictureReach = PictureReach.ALL
    limits: Limits = USUAL
    in_network: str | None = "127.0.0.2"
    delay: Seconds = LIVE
    encryption: Encryption | None = None
    push: Push | None = None
    films_for_all: bool = False
    _service: ServiceThread = field(default_factory=lambda: ServiceThread("the service"))

    @property
    def address(self) -> str:
        """The host and port for a question that expects what the bus has said so far."""
        if self._service.runs:
            self.bus.wait_until_taken()
        return self._host

    @property
    def url(self) -> str:
        """The address of the first page, for a question as `address` is for."""
        return self._origin_of(self.address)

    @property
    def _host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def _origin_of(self, host: str) -> str:
        return f"{'http' if self.encryption is None else 'https'}://{host}"

    def start(self) -> None:
        # A port that nobody else is given while the service is away: a test may start it again there.
        self.port = self.port or free_port()
        listener: socket.socket = listening_socket("127.0.0.1", self.port)
        self._service.start(
            lambda stop: serve(
                listener=listener,
                bus=self.bus,
                table=TABLE,
                key=KEY,
                served_as="127.0.0.1",
                page_url=lambda: f"{self._origin_of(self._host)}/",
                stop=stop,
                matches=self.matches,
                hosts=self.hosts,
                proxies=self.proxies,
                links=self.links,
                pictures=self.pictures,
                limits=self.limits,
                in_network=lambda: self.in_network,
                delay=self.delay,
                encryption=self.encryption,
                push=self.push,
                films_for_all=self.films_for_all,
            )
        )

    def stop(self) -> None:
        self._service.stop()
