"""A board says up to when its report is complete. Up to that time silence means that nothing changed."""

from pathlib import Path

import pytest

from engine.bus.client import ReceivedMessage
from engine.bus.messages.boards import AllTold, LaidTag
from engine.core.device_events import CellChange, DeviceEvent
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from engine.core.verdict import VerdictKind
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import usual_sensors
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import GAME, SETUP

CELLS = tuple(Cell(f"{column}{row}") for column in "abcdefgh" for row in range(1, 9))
PIECE = PieceId("w.inf.1")


class ReportingBoard:
    """Switches and one reader that report to `Sensing`, at times that the test gives."""

    def __init__(self) -> None:
        self.sensing = Sensing(usual_sensors(CELLS), (PIECE,), board="")
        self.looks: list[Look] = []
        self.covered("a1", 10.0, now=10.0)
        self.all_told(10.1, now=10.1)
        self.due(10.6)

    def covered(self, cell: str, at: float, *, now: float, value: str = "covered") -> None:
        change = CellChange(Cell(cell), covered=value == "covered")
        self.looks += self.sensing.switched("board", change, Seconds(at), Seconds(now))

    def all_told(self, until: float, *, now: float) -> None:
        self.looks += self.sensing.all_reported(("board", "pad.b1"), Seconds(until), Seconds(now))

    def due(self, now: float) -> None:
        self.looks += self.sensing.due(Seconds(now))

    @property
    def newest(self) -> Look:
        return self.looks[-1]


def test_a_report_is_repeated_up_to_the_time_it_is_complete_and_no_longer() -> None:
    board = ReportingBoard()
    board.all_told(11.0, now=11.1)
    for now in (11.1, 12.0, 13.0, 14.0):
        board.due(now)
    assert board.newest.taken_at == 11.0
    board.all_told(14.0, now=14.1)
    board.due(14.1)
    assert board.newest.taken_at == 14.0


def test_after_a_silence_a_board_is_not_known_to_be_steady() -> None:
    board = ReportingBoard()
    for until in (10.6, 11.1, 11.6, 12.1, 12.6, 13.1):
        board.all_told(until, now=until)
        board.due(until)
    for until in (13.6, 14.1, 14.6):
        board.all_told(until, now=until)
        board.due(until)
        assert board.newest.motion.steady
    board.all_told(17.0, now=17.0)
    board.due(17.0)
    assert not board.newest.motion.steady
    board.all_told(18.0, now=18.0)
    board.due(18.0)
    assert board.newest.motion.steady


def test_while_a_table_is_played_on_a_board_may_be_silent_for_less_long() -> None:
    board = ReportingBoard()
    board.covered("b1", 11.0, now=11.0)
    board.all_told(11.1, now=11.1)
    board.all_told(11.6, now=11.6)
    board.due(11.6)
    assert not board.newest.motion.steady


def test_changes_at_one_moment_have_no_order() -> None:
    board = ReportingBoard()
    known = len(board.looks)
    board.all_told(11.0, now=11.1)
    for cell, value in (("b1", "covered"), ("a1", "clear"), ("c1", "covered")):
        board.covered(cell, 11.0, now=11.1, value=value)
    assert len(board.looks) == known
    board.all_told(11.2, now=11.3)
    (look,) = board.looks[known:]
    assert (look.taken_at, look.cells.unsure) == (11.0, ("b1", "c1"))


def test_a_later_change_publishes_the_earlier_one_at_once() -> None:
    board = ReportingBoard()
    board.all_told(11.0, now=11.1)
    board.covered("b1", 11.0, now=11.1)
    board.covered("c1", 11.4, now=11.5)
    assert (board.newest.taken_at, board.newest.cells.unsure) == (11.0, ("a1", "b1"))


def test_each_change_of_a_device_without_completeness_reports_counts_at_once() -> None:
    sensing = Sensing(usual_sensors(CELLS), (PIECE,), board="")
    first, second = (CellChange(Cell(name), covered=True) for name in ("a1", "b1"))
    tuple(sensing.switched("board", first, Seconds(10.0), Seconds(10.0)))
    (look,) = sensing.switched("board", second, Seconds(11.0), Seconds(11.0))
    assert look.cells.unsure == ("a1", "b1")
    assert [one.taken_at for one in sensing.due(Seconds(20.0))] == [20.0]


def test_a_late_report_of_a_reader_has_the_time_of_its_reading() -> None:
    board = ReportingBoard()
    things = {"04": f"piece {PIECE}"}
    tuple(board.sensing.read("pad.b1", (LaidTag("pad.b1", "04"),), things, Seconds(11.0)))
    board.all_told(12.0, now=12.0)
    board.due(12.0)
    (look,) = board.sensing.read("pad.b1", (), things, Seconds(15.0), taken_at=Seconds(12.5))
    assert (look.taken_at, look.pieces.named) == (12.5, ())


class SlidBoard:
    """A board with a switch beneath every cell on an engine. It says up to when its report is complete."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine(folder, SETUP)
        self.engine.plug_in("board")
        layout = GAME.layout(self.engine.service.table.match.state)
        for cell in sorted({spot.cell for piece, spot in layout.items() if ".inf." in piece}):
            self.switch(cell, "covered")
        self.hear_for(3.0)

    def switch(self, cell: str, value: str, *, ago: float = 0.0) -> None:
        event = DeviceEvent(
            "board", Seconds(self.engine.now - ago), CellChange(Cell(cell), covered=value == "covered")
        )
        self.engine.service.take(ReceivedMessage("device_event", "board", event))

    def all_told(self) -> None:
        said = AllTold(("board",), Seconds(self.engine.now))
        self.engine.service.take(ReceivedMessage("all_told", "", said))

    def hear_for(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.engine.now += 0.1
            self.all_told()

    def hear_nothing_for(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.engine.now += 0.1
            self.engine.service.take(None)

    @property
    def verdicts(self) -> list[tuple[VerdictKind, object]]:
        sent = [one for name, one in self.engine.wire.sent if name == "verdict"]
        return [(one.kind, [action.action for action in one.actions]) for one in sent]


def test_a_piece_that_is_slid_on_while_the_line_stalls_is_judged_where_it_comes_to_rest(
    tmp_path: Path,
) -> None:
    board = SlidBoard(tmp_path)
    board.hear_for(0.1)
    board.switch("e6", "covered")
    board.hear_for(0.1)
    board.switch("e5", "clear")
    board.all_told()
    # The piece goes on to f6. No report of it arrives for two seconds.
    board.hear_nothing_for(2.0)
    assert board.verdicts == []
    board.switch("f6", "covered", ago=1.8)
    board.switch("e6", "clear", ago=1.7)
    board.hear_for(1.0)
    assert board.verdicts == [(VerdictKind.SETTLED, [{"move": "w.inf.1", "to": "f6"}])]


@pytest.mark.parametrize("stalls_s", [0.0, 2.0])
def test_a_move_is_committed_once_the_board_is_heard_again(tmp_path: Path, stalls_s: float) -> None:
    board = SlidBoard(tmp_path)
    board.switch("e5", "clear")
    board.hear_for(0.2)
    board.hear_nothing_for(stalls_s)
    board.switch("e6", "covered", ago=stalls_s)
    board.hear_for(1.5)
    assert board.verdicts == [(VerdictKind.SETTLED, [{"move": "w.inf.1", "to": "e6"}])]
