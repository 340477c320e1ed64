"""The large page of a player: a stand-in for engine and hands that plays what the page asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Page, expect

from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind, Refused
from engine.bus.messages.simulated import SimulatedPiece, SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.ids import PieceId, Seat
from engine.core.verdict import ViolationText
from tests.web.browsing import ready
from tests.web.played import Played, own_link
from tests.web.shown_table import MATCH, FakeBus, RunningServer

_LOOK_S = 0.05
_ENDS = {"end_turn", "end_play"}
"""The games' words for the end of a turn."""


def lying(match: Played) -> SimulatedTable:
    """Return a simulated table where everything lies as the match has it."""
    surface = match.board.surface
    places = {cell: surface.centre_mm(cell) for cell in surface.cells}
    found = []
    for piece, spot in match.game.layout(match.match.state).items():
        x_mm, y_mm = places.get(spot.cell) or (None, None)
        found.append(SimulatedPiece(piece, x_mm, y_mm))
    return SimulatedTable(tuple(found), match=MATCH)


class StandIn:
    """Plays what a seat's page asks for, and what bots and chance play until it's that seat's again."""

    def __init__(self, match: Played, bus: FakeBus, seat: Seat) -> None:
        self.match, self.bus, self.seat = match, bus, seat
        self.played: list[dict[str, Any]] = []
        """The seat's own actions, as they were asked for."""
        self.refused: list[str] = []
        """The requests that no rule allows."""

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is; None once the match is over."""
        now = self.match.game.view(self.match.match.state, None)
        found: Seat | None = None if now.outcome is not None else now.turn
        return found

    def tell(self) -> None:
        """Publish everything."""
        self.bus.tell("simulated_table", lying(self.match))
        self.match.tell(self.bus)

    def take(self, asked: object) -> None:
        """Play one request."""
        if isinstance(asked, SimulatorOrder) and asked.order is SimulatorAct.PUT:
            self._play({"move": asked.piece, "to": asked.cell})
        if not isinstance(asked, Command):
            return
        if asked.kind is CommandKind.ASK:
            self._explain(asked)
        elif asked.kind is CommandKind.ACT and asked.action is not None:
            done = self._play(dict(asked.action))
            code = AnswerCode.DONE if done else AnswerCode.ILLEGAL
            self.bus.tell("answer", Answer(asked.id, code, self.match.match.revision))

    def _play(self, action: dict[str, Any]) -> bool:
        game, state = self.match.game, self.match.match.state
        if action == {"end_turn": True}:
            parsed = next(one for one in game.legal_actions(state) if _ENDS & game.format_action(one).keys())
        else:
            parsed = game.parse_action(entry_of(action))
        if game.violations(state, parsed):
            self.refused.append(f"{action}")
            return False
        self.played.append(action)
        self.match.act(parsed)
        # Chance and the other seats play by themselves.
        while self._is_for_others():
            self.match.step()
        self.tell()
        return True

    def _is_for_others(self) -> bool:
        now = self.match.decision
        if self.match.game.view(self.match.match.state, None).outcome is not None:
            return False
        return now.chooser is Chooser.CHANCE or (now.kind != "turn" and self.seat not in now.seats)

    def _explain(self, asked: Command) -> None:
        game, state = self.match.game, self.match.match.state
        refused = tuple(
            Refused(
                one.use,
                one.target,
                tuple(ViolationText(rule.rule, game.violation_text(rule)) for rule in one.broken),
            )
            for one in game.why_not(state, PieceId(asked.piece or ""), asked.place)
        )
        self.bus.tell("answer", Answer(asked.id, AnswerCode.DONE, self.match.match.revision, refused=refused))


@contextmanager
def standing_in(match: Played, bus: FakeBus, seat: Seat) -> Iterator[StandIn]:
    """Have requests of a seat's page played, in another thread, until the test ends."""
    made, over = StandIn(match, bus, seat), Event()

    def serve() -> None:
        while not over.is_set():
            try:
                _, asked = bus.sent.get(timeout=_LOOK_S)
            except Empty:
                continue
            made.take(asked)

    thread = Thread(target=serve)
    made.tell()
    thread.start()
    try:
        yield made
    finally:
        over.set()
        thread.join()


def large_page(page: Page, server: RunningServer, seat: Seat, language: str = "en") -> Page:
    """Open the large page of a seat."""
    page.goto(own_link(server.url, seat, language).replace("/?", "/large?"))
    ready(page)
    expect(page.locator("#says")).not_to_be_empty()
    return page
