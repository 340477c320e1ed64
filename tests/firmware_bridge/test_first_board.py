"""The guide to a first board, walked with simulated parts."""

import json
import re
from pathlib import Path

import pytest

from dashboard.commands.parsing import argument_parser
from engine.core.board import load_board
from engine.core.ids import Cell
from engine.core.pieces import load_pieces
from firmware_bridge.learning import answered, begin_walk, learnt_switches
from firmware_bridge.link.messages import CellCovered
from hardware.drawing import BOARDS, wire_table
from hardware.firmware import loader
from hardware.firmware.warden import configuration
from hardware.firmware.warden.blinks import READER
from tests.firmware_bridge.test_firmware import Bench
from tests.firmware_bridge.test_selftest import Alone

GUIDE = (Path(__file__).parents[2] / "docs" / "build-and-run" / "first-board.md").read_text(encoding="utf-8")
SMALLEST = json.loads((BOARDS / "smallest.json").read_text(encoding="utf-8"))
(FIRST_REGISTER,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)


def test_the_wires_are_those_of_the_board_s_file() -> None:
    rows = wire_table(configuration.read(json.dumps(SMALLEST))).splitlines()
    assert [line.strip() for line in GUIDE.splitlines() if line.startswith("   |")] == rows


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`boardwarden ([^`]+)`", GUIDE))))
def test_every_command_is_one_that_the_program_takes(command: str) -> None:
    words = re.findall(r'"[^"]+"|\S+', command)
    parsed = argument_parser().parse_args([word.strip('"') for word in words])
    assert parsed.command == words[0]


def test_a_pad_without_faults_ends_green_and_a_dead_reader_blinks_one_and_one() -> None:
    well = Alone(SMALLEST)
    assert well.walk() == []
    assert well.machine.lamps[0][1] > 0 == well.machine.lamps[0][0]
    broken = Alone(SMALLEST)
    broken.machine.readers["south"].dead = True
    assert broken.walk() == ["1-1 south: no mfrc522 answers"]
    assert broken.machine.lamps[0][0] > 0 == broken.machine.lamps[0][1]
    assert set(broken.blinks(12_000)) == {(READER, 1)}


def test_the_guide_s_pad_is_a_seat_s_of_the_board_that_is_played() -> None:
    (board,) = set(re.findall(r"`boardwarden play --board (\w+)`", GUIDE))
    seats = load_board(board).features["seats"].value
    assert isinstance(seats, dict)
    for file in ("smallest.json", "smallest-esp32s3.json"):
        parts = json.loads((BOARDS / file).read_text(encoding="utf-8"))
        assert {pad["pad"] for pad in parts["pads"]} <= set(seats)


def test_the_guide_s_piece_is_one_of_the_set() -> None:
    (piece,) = set(re.findall(r'enrol --as "piece ([^"]+)"', GUIDE))
    assert piece in load_pieces("mativen-pieces").pieces


def test_the_first_register_is_walked_by_name_and_nothing_is_to_be_soldered() -> None:
    bench = Bench(json.loads(FIRST_REGISTER))
    assert bench.power().faults == ()
    cells = [Cell(cell) for cell in bench.parts["cells"]["order"] if cell]
    assert (
        cells
        == json.loads((BOARDS / "duel.json").read_text(encoding="utf-8"))["cells"]["order"][: len(cells)]
    )
    walk = begin_walk(cells, frozenset())
    for cell in cells:
        bench.machine.cover(cell, covered=True)
        said = bench.turns(40)
        walk = answered(walk, frozenset(Cell(one.cell) for one in said if isinstance(one, CellCovered)))
        bench.machine.cover(cell, covered=False)
        bench.turns(40)
    assert learnt_switches(walk).faults == ()


def test_a_register_whose_sentinels_stayed_behind_is_named() -> None:
    bench = Bench(json.loads(FIRST_REGISTER))
    bench.machine.miswired.untied.add(6)
    assert bench.power().faults[0].startswith("cells: ")


def test_a_second_s_press_at_plug_in_starts_the_test() -> None:
    assert loader.SETTLE_MS < 1000 < loader.HELD_MS
