"""A simulated table that is started again knows how it lay, however late the bus brings that."""

import threading
from dataclasses import replace
from typing import Any

from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import all_boxed, format_table
from dashboard.simulator.service import SimulatorService
from engine.bus.client import Connected, KeptCame, ReceivedMessage
from engine.bus.messages.match import MatchState
from engine.core.board import Board
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seconds
from engine.core.pieces import PieceSet
from engine.games.registry import open_game


class LateBus:
    """A bus that says given things, one a turn of the service's loop; the first report stops the service."""

    def __init__(self, stop: threading.Event, *said: object) -> None:
        self._stop = stop
        self._said = [one for each in said for one in (each, None)]
        self.reports: list[object] = []

    def receive(self, timeout: float | None) -> object:
        return self._said.pop(0) if timeout and self._said else None

    def ask_what_is_kept(self) -> None:
        self._said.append(KeptCame())

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        del channel_name, name
        self.reports.append(message)
        self._stop.set()


def test_a_restarted_simulator_waits_for_its_report_however_late_the_bus_brings_it(
    board: Board, pieces: PieceSet
) -> None:
    game = open_game("dozen_war", board, Ruleset())
    state = game.initial(None)
    match = MatchState("m-1", "dozen_war", 0, Seconds(0.0), game.view(state, None))
    lying = set_table(game.layout(state), board.surface, pieces)
    moved = {**lying, PieceId("w.inf.1"): replace(lying[PieceId("w.inf.1")], at_mm=(10.0, 20.0))}
    report, stop = format_table(moved, pieces, "m-1"), threading.Event()
    # The match comes first: no rule sets the order of a broker's kept messages.
    bus: Any = LateBus(
        stop, Connected(), ReceivedMessage("match", "", match), ReceivedMessage("simulated_table", "", report)
    )
    SimulatorService(bus, board, pieces, all_boxed(pieces), board_device=None).run(stop)
    assert bus.reports == [report]
