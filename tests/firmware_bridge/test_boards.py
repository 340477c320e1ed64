"""Several boards at one table: found, distinguished, pulled out and plugged in again."""

import os
import select
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest

from engine.bus.messages.boards import DeviceOrder, LightsOrder, SoundOrder
from engine.core.ids import Cell
from firmware_bridge.board_reports import BoardReport, BoardSaid, Came, Complaint, Pictured, Went
from firmware_bridge.boards import Boards, Heard
from firmware_bridge.conversation import KNOCK
from firmware_bridge.ports import FoundPort
from firmware_bridge.simulated.board import SimulatedBoard
from tests.patience import PATIENCE_S


class Table:
    """Two boards that share the seats and the cells, and the ports that are plugged in."""

    def __init__(self, folder: Path) -> None:
        self.near = SimulatedBoard(pads=("west", "south"), lit=(Cell("a1"), Cell("b1")), identity=b"\x01")
        self.far = SimulatedBoard(pads=("east", "north"), lit=(Cell("a2"),), identity=b"\x02")
        self.ports = {"near": folder / "near", "far": folder / "far"}
        self.strangers: set[str] = set()
        self.queue: Queue[Any] = Queue()
        self.boards = Boards("auto", self.queue, find=self.find)

    def find(self) -> list[FoundPort]:
        return [
            FoundPort(str(path), "a board", ours=name not in self.strangers)
            for name, path in self.ports.items()
            if path.exists()
        ]

    def until(self, kind: type[BoardSaid], port: str) -> BoardSaid:
        """Wait for a port's report; other ports' reports meanwhile are passed over."""
        while True:
            heard = self._next()
            if isinstance(heard.said, kind) and heard.port == str(self.ports[port]):
                return heard.said

    def until_heard(self, kind: type[BoardSaid]) -> Heard:
        while not isinstance((heard := self._next()).said, kind):
            pass
        return heard

    def _next(self) -> Heard:
        for _ in range(round(PATIENCE_S / 0.05)):
            self.boards.look()
            with suppress(Empty):
                heard = self.queue.get(timeout=0.05)
                assert isinstance(heard, Heard)
                return heard
        pytest.fail("nothing more was reported")

    def stop(self) -> None:
        self.boards.stop()
        self.near.stop()
        self.far.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.boards.start()
    yield table
    table.stop()


def test_a_chain_that_is_cut_takes_the_switches_of_its_own_board_alone(table: Table) -> None:
    table.near = SimulatedBoard(pads=("west",), switched=(Cell("a1"), Cell("b1")), identity=b"\x01")
    table.far = SimulatedBoard(pads=("east",), switched=(Cell("a2"),), identity=b"\x02")
    table.near.start(table.ports["near"])
    table.far.start(table.ports["far"])
    while set(table.boards.states()["board"].switched or ()) != {"a1", "b1", "a2"}:
        table.until_heard(Pictured)
    table.near.cut_chain(0)
    while table.boards.states()["board"].switched != ("a2",):
        table.until_heard(Complaint)
    states = table.boards.states()
    assert "reads nothing beyond register 0 of 1" in states["board.01"].problem
    assert "two boards call themselves" in states["board.02"].problem
    # It has them still, though they tell nothing.
    assert table.boards.may_switch("a1")
    assert not table.boards.may_switch("c3")


def test_boards_plugged_in_one_after_the_other_are_all_found(table: Table) -> None:
    assert "no board is plugged in" in str(table.until_heard(Complaint).said)
    table.near.start(table.ports["near"])
    table.until(Came, "near")
    assert set(table.boards.states()) == {"board", "pad.west", "pad.south"}
    table.far.start(table.ports["far"])
    table.until(Came, "far")
    states = table.boards.states()
    assert set(states) == {
        *("board", "board.01", "board.02", "pad.west", "pad.south", "pad.east", "pad.north"),
    }
    assert states["pad.north"].port == str(table.ports["far"])
    assert all(state.connected and state.device == device for device, state in states.items())


def test_where_devices_that_others_made_feel_the_table_no_board_is_missed(table: Table) -> None:
    beside = Boards("auto", table.queue, find=table.find, alone=False)
    beside.start()
    beside.look()
    assert table.queue.empty()
    assert beside.states() == {}, "what nobody expects isn't away"
    beside.stop()


def test_one_board_pulled_out_leaves_the_other_at_work(table: Table) -> None:
    table.near.start(table.ports["near"])
    table.until(Came, "near")
    table.far.start(table.ports["far"])
    table.until(Came, "far")
    table.near.stop()
    table.until(Went, "near")
    table.far.press("end_turn", pad="east")
    assert isinstance(report := table.until(BoardReport, "far"), BoardReport)
    assert report.device == "pad.east"
    states = table.boards.states()
    assert not states["pad.west"].connected
    assert states["board"].connected
    table.near.start(table.ports["near"])
    table.until(Came, "near")
    assert table.boards.states()["pad.west"].connected


def test_an_order_reaches_the_board_that_has_the_place_also_when_it_comes_later(table: Table) -> None:
    table.near.start(table.ports["near"])
    table.until(Came, "near")
    table.boards.order("board", DeviceOrder(LightsOrder((Cell("a1"), Cell("a2")), "red")))
    table.boards.order("pad.north", DeviceOrder(SoundOrder("warning")))
    complaint = table.until(Complaint, "near")
    assert isinstance(complaint, Complaint)
    assert "there is no device 'pad.north'" in complaint.text
    table.far.start(table.ports["far"])
    table.until(Came, "far")
    table.far.press("end_turn", pad="east")
    table.until(BoardReport, "far")
    table.near.press("end_turn", pad="west")
    table.until(BoardReport, "near")
    assert table.near.lights == {("", "a1"): "#ff0000"}
    assert table.far.lights == {("", "a2"): "#ff0000"}


@pytest.mark.parametrize("comes", ["after it was missed", "before it is missed"])
def test_a_board_that_comes_back_on_another_port_is_the_same_board(
    table: Table, tmp_path: Path, comes: str
) -> None:
    """A hub that wakes up numbers its ports again: /dev/ttyACM0 has become /dev/ttyACM1."""
    table.near.start(table.ports["near"])
    table.until(Came, "near")
    known = set(table.boards.states())
    table.ports["again"] = tmp_path / "again"
    again = SimulatedBoard(pads=("west", "south"), lit=(Cell("a1"), Cell("b1")), identity=b"\x01")
    if comes == "after it was missed":
        table.near.stop()
        table.until(Went, "near")
    again.start(table.ports["again"])
    try:
        table.until(Came, "again")
        if comes == "before it is missed":
            table.near.stop()
            table.until(Went, "near")
        states = table.boards.states()
        assert set(states) == known
        assert {state.port for state in states.values()} == {str(table.ports["again"])}
        assert all(state.connected and not state.problem for state in states.values())
    finally:
        again.stop()


def test_a_port_where_no_board_answers_is_left_to_others(table: Table, tmp_path: Path) -> None:
    other = SimulatedBoard()
    other.start(tmp_path / "other")
    other.stop()
    silent = tmp_path / "near"
    silent.write_text("no port at all")
    complaint = table.until(Complaint, "near")
    assert isinstance(complaint, Complaint)
    assert "not a serial port" in complaint.text
    table.far.start(table.ports["far"])
    table.until(Came, "far")
    assert table.boards.healthy
    assert set(table.boards.states()) == {"board", "pad.east", "pad.north"}


def test_a_port_that_does_not_name_itself_ours_is_never_opened_but_said_once(table: Table) -> None:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    table.ports["near"].symlink_to(os.ttyname(theirs))
    table.strangers = {"near"}
    table.far.start(table.ports["far"])
    said = table.until(Complaint, "near")
    assert isinstance(said, Complaint)
    assert not said.lasting
    assert f"{table.ports['near']} (a board) may be a board" in str(said.text)
    assert "--serial" in str(said.text)
    table.until(Came, "far")
    for _ in range(3):
        table.boards.look()
    later = [table.queue.get_nowait() for _ in range(table.queue.qsize())]
    assert {heard.port for heard in later} <= {str(table.ports["far"])}, later
    assert set(table.boards.states()) == {"board", "pad.east", "pad.north"}
    # Nothing was ever written to it.
    assert select.select([ours], [], [], 0)[0] == []
    os.close(ours)
    os.close(theirs)


def test_a_port_of_our_name_is_asked_in_letters_alone_until_a_board_answers(table: Table) -> None:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    table.ports["near"].symlink_to(os.ttyname(theirs))
    heard = b""
    while len(heard) < 3 * len(KNOCK):
        table.boards.look()
        if select.select([ours], [], [], 0.05)[0]:
            heard += os.read(ours, 100)
    assert heard == KNOCK * 3
    assert heard.decode().isprintable()
    os.close(ours)
    os.close(theirs)


def test_a_port_that_was_named_is_asked_beside_those_that_are_found(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.strangers = {"near"}
    table.boards = Boards(f"auto,{table.ports['near']}", table.queue, find=table.find)
    table.near.start(table.ports["near"])
    table.far.start(table.ports["far"])
    table.boards.start()
    came = {table.until_heard(Came).port, table.until_heard(Came).port}
    assert came == {str(path) for path in table.ports.values()}
    table.stop()


@pytest.mark.parametrize(
    ("pads", "said"),
    [
        (("north",), "two boards call themselves 'simulated board'"),
        (("west",), "two boards have the same pads (west)"),
        (("west", "south"), "two boards have the same pads (south, west)"),
    ],
    ids=["of one name", "with one pad", "with two pads"],
)
def test_two_boards_that_call_themselves_alike_are_reported_with_both_ports(
    tmp_path: Path, pads: tuple[str, ...], said: str
) -> None:
    table = Table(tmp_path)
    table.far = SimulatedBoard(pads=pads, identity=b"\x02")
    table.boards.start()
    table.near.start(table.ports["near"])
    table.until(Came, "near")
    assert table.boards.states()["board"].problem == ""
    table.far.start(table.ports["far"])
    table.until(Came, "far")
    problem = str(table.boards.states()["board"].problem)
    assert said in problem
    assert all(str(path) in problem for path in table.ports.values())
    table.far.stop()
    table.until(Went, "far")
    assert table.boards.states()["pad.south"].problem == ""
    table.stop()
