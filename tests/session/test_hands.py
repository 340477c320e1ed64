"""A piece in a hand is shown on the tablets of its owner alone, until it's put down."""

from pathlib import Path
from typing import Any

import pytest

from engine.bus.client import ReceivedMessage
from engine.bus.sealing import Seal
from engine.core.device_events import CellChange, DeviceEvent
from engine.core.ids import Cell, PieceId, Seat, Seconds
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import MOVE, SETUP

SEAL = Seal(bytes(range(32)), table="t")
WEST, NORTH = Seat("west"), Seat("north")
CASTLE_STOOD_BESIDE = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "castles": {"w.castle.infantry": {"hp": 2}},
    "pieces": {"w.inf.1": {"at": "c3"}, "n.inf.1": {"at": "f8"}},
}


class Table:
    """An engine, and each seat's tablets with the pieces that they show in a hand."""

    def __init__(self, folder: Path, setup: Any = SETUP) -> None:
        self.engine = Engine(folder, setup, seal=SEAL)
        self.engine.show()

    def switch(self, cell: str, value: str) -> None:
        event = DeviceEvent(
            "board", Seconds(self.engine.now), CellChange(Cell(cell), covered=value == "covered")
        )
        self.engine.service.take(ReceivedMessage("device_event", "board", event))

    def said(self, seat: Seat) -> list[PieceId | None]:
        """Return the pieces that a seat was shown, in order, without repeats."""
        wire = self.engine.wire
        found: list[PieceId | None] = []
        for (channel, message), name in zip(wire.sent, wire.names, strict=True):
            if channel == "hand" and name == seat:
                piece = SEAL.opened_hand(message, seat).piece
                found += [piece] if not found or found[-1] != piece else []
        return found

    def lengths(self) -> set[int]:
        return {len(message.sealed) for channel, message in self.engine.wire.sent if channel == "hand"}

    def count(self, seat: Seat) -> int:
        wire = self.engine.wire
        return sum(
            (channel, name) == ("hand", seat)
            for (channel, _), name in zip(wire.sent, wire.names, strict=True)
        )


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_piece_off_its_switch_is_shown_to_its_owner_alone_until_it_is_back(
    table: Table,
) -> None:
    table.switch("e5", "clear")
    assert table.said(WEST) == [None, "w.inf.1"]
    table.switch("e5", "covered")
    assert table.said(WEST) == [None, "w.inf.1", None]
    assert table.said(NORTH) == [None]


def test_a_piece_that_a_camera_sees_lifted_is_shown_too(table: Table) -> None:
    table.engine.lift("n.inf.1")
    assert (table.said(NORTH), table.said(WEST)) == ([None, "n.inf.1"], [None])
    table.engine.show()
    assert table.said(NORTH) == [None, "n.inf.1", None]


def test_a_piece_that_is_put_down_elsewhere_is_in_no_hand_before_any_eyes_look(table: Table) -> None:
    table.switch("e5", "clear")
    table.switch("e6", "covered")
    assert table.said(WEST) == [None, "w.inf.1", None]


def test_the_first_of_two_lifted_pieces_stays_in_a_hand_when_the_second_is_down(table: Table) -> None:
    for cell, value in (("e5", "clear"), ("f8", "clear"), ("f8", "covered")):
        table.switch(cell, value)
    assert table.said(WEST) == [None, "w.inf.1", None, "w.inf.1"]
    assert table.said(NORTH) == [None, "n.inf.1", None]


def test_a_listener_on_the_bus_does_not_learn_whose_piece_it_is(table: Table) -> None:
    table.switch("e5", "clear")
    assert table.count(WEST) == table.count(NORTH)
    assert len(table.lengths()) == 1


def test_a_soldier_lifted_from_beside_its_castle_is_the_soldier(tmp_path: Path) -> None:
    table = Table(tmp_path, CASTLE_STOOD_BESIDE)
    table.switch("c3", "clear")
    assert table.said(WEST) == [None, "w.inf.1"]


def test_a_play_empties_the_hand_of_its_seat(table: Table) -> None:
    table.switch("e5", "clear")
    table.engine.ask("1", action=MOVE)
    assert table.said(WEST) == [None, "w.inf.1", None]
