"""An older report of a switch that comes after a newer one is ignored."""

import pytest

from engine.bus.messages.boards import DeviceState
from engine.core.device_events import CellChange
from engine.core.ids import Cell, Seconds
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import usual_sensors

CELLS = tuple(Cell(f"c{n}") for n in range(1, 4))


def event(cell: str, value: str, at: float) -> tuple[str, CellChange, Seconds]:
    return "board", CellChange(Cell(cell), covered=value == "covered"), Seconds(at)


@pytest.fixture
def sensing() -> Sensing:
    """Return a board that has been still for a while, with something on its first cell."""
    board = Sensing(usual_sensors(CELLS), (), board="row")
    list(board.switched(*event("c1", "covered", 100.0), Seconds(100.0)))
    assert [look.cells.unsure for look in board.due(Seconds(101.0))] == [("c1",)]
    return board


def felt(sensing: Sensing, at: float) -> tuple[Cell, ...]:
    (look,) = sensing.now(Seconds(at))
    return look.cells.unsure


def test_a_cell_that_a_piece_slid_over_doesnt_stay_covered_because_its_word_came_late(
    sensing: Sensing,
) -> None:
    list(sensing.switched(*event("c1", "clear", 110.0), Seconds(110.0)))
    list(sensing.switched(*event("c2", "clear", 110.3), Seconds(110.3)))
    list(sensing.switched(*event("c3", "covered", 110.4), Seconds(110.4)))
    assert list(sensing.switched(*event("c2", "covered", 110.1), Seconds(110.9))) == []
    assert felt(sensing, 111.0) == ("c3",)


def test_a_late_report_about_another_cell_counts(sensing: Sensing) -> None:
    list(sensing.switched(*event("c3", "covered", 110.4), Seconds(110.4)))
    list(sensing.switched(*event("c2", "covered", 110.1), Seconds(110.9)))
    assert felt(sensing, 111.0) == ("c1", "c2", "c3")


def test_a_clock_that_was_set_back_silences_no_switch(sensing: Sensing) -> None:
    list(sensing.switched(*event("c1", "clear", 40.0), Seconds(110.0)))
    assert felt(sensing, 111.0) == ()


def test_a_board_that_was_plugged_in_again_reports_from_the_start(sensing: Sensing) -> None:
    list(sensing.heard(DeviceState("board", "", connected=False), Seconds(110.0)))
    list(sensing.switched(*event("c1", "clear", 99.0), Seconds(111.0)))
    assert next(sensing.due(Seconds(112.0))).cells.unsure == ()
