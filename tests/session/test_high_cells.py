"""A soldier on a mountain is out of reach of the switch below. It isn't missed there; other sensors look."""

from pathlib import Path

import pytest

from engine.core.device_events import CellChange
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.pieces import load_pieces
from engine.core.verdict import VerdictKind
from engine.session.boards.high_cells import raised_cells
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import both, load_sensors, usual_sensors
from tests.session.sensed_board import CELLS, Board

PIECES = load_pieces("mativen-pieces")
MOUNTAINS = frozenset(map(Cell, ("e4", "i4", "i8", "e8", "g2", "g10", "b6", "l6")))


def test_terrain_that_is_high_is_out_of_reach_and_a_flat_castle_isn_t() -> None:
    layout = {PieceId(f"mountain.{cell}"): Spot(cell) for cell in MOUNTAINS}
    layout |= {PieceId("w.castle.infantry"): Spot(Cell("c3")), PieceId("w.inf.1"): Spot(Cell("e5"))}
    assert raised_cells(layout, PIECES) == MOUNTAINS


def test_a_switch_beneath_a_mountain_looks_at_nothing_until_the_mountain_is_gone() -> None:
    sensing = Sensing(usual_sensors(CELLS), (PieceId("w.inf.1"),), board="mativen")
    for cell in ("e4", "e5"):
        list(sensing.switched("board", CellChange(Cell(cell), covered=True), Seconds(100.0), Seconds(100.0)))
    list(sensing.due(Seconds(102.0)))
    (look,) = sensing.stands(MOUNTAINS, Seconds(103.0))
    assert look.reach.covers is not None
    assert MOUNTAINS.isdisjoint(look.reach.covers)
    assert (len(look.reach.covers), look.cells.unsure) == (len(CELLS) - len(MOUNTAINS), ("e5",))
    assert list(sensing.stands(MOUNTAINS, Seconds(104.0))) == []
    (look,) = sensing.stands(MOUNTAINS - {Cell("e4")}, Seconds(105.0))
    assert look.cells.unsure == ("e4", "e5")


def test_a_mountain_with_switches_in_its_top_stays_in_reach(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text('{"board": "b", "cells": {"order": ["e4", "e5"], "raised": ["e4"]}}', encoding="utf-8")
    wired = load_sensors(path, CELLS)
    assert wired.raised == {"e4"}
    listed = tmp_path / "sensors.yaml"
    listed.write_text("devices:\n  board: {switches: all}\nraised: [e4]\n", encoding="utf-8")
    assert both(load_sensors(listed, CELLS), usual_sensors(CELLS)).raised == {"e4"}
    listed.write_text("devices:\n  board: {switches: all}\nraised: [z9]\n", encoding="utf-8")
    with pytest.raises(InputFault, match="z9"):
        load_sensors(listed, CELLS)
    sensing = Sensing(wired, (PieceId("w.inf.1"),), board="mativen")
    list(sensing.switched("board", CellChange(Cell("e4"), covered=True), Seconds(100.0), Seconds(100.0)))
    list(sensing.stands(MOUNTAINS, Seconds(101.0)))
    (look,) = sensing.due(Seconds(103.0))
    assert look.cells.unsure == ("e4",)


def test_the_table_asks_whether_a_soldier_climbed_the_mountain_beside_it(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("e5", "clear")
    board.rest(20.0)
    (asked,) = board.verdicts
    assert asked.kind is VerdictKind.AMBIGUOUS
    assert [[one.action for one in line] for line in asked.candidates] == [[{"move": "w.inf.1", "to": "e4"}]]
