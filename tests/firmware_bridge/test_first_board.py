"""The guides to a board, walked with simulated parts."""

import json
import re
from itertools import combinations
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
from hardware.guide.canvas import Box
from hardware.guide.steps import PICTURES, STEPS, pictures
from hardware.pinouts import PICO_EDGE
from tests.firmware_bridge.test_firmware import Bench
from tests.firmware_bridge.test_selftest import Alone

FOLDER = Path(__file__).parents[2] / "docs" / "build-and-run"
GUIDES = {page: (FOLDER / f"{page}.md").read_text(encoding="utf-8") for page in STEPS}
GUIDE = GUIDES["first-board"]
SMALLEST = json.loads((BOARDS / "smallest.json").read_text(encoding="utf-8"))
(FIRST_REGISTER,) = re.findall(r"```json\n(.*?)```", GUIDES["duel-board"], re.DOTALL)


def test_the_wires_are_those_of_the_board_s_file() -> None:
    rows = wire_table(configuration.read(json.dumps(SMALLEST))).splitlines()
    assert [line.strip() for line in GUIDE.splitlines() if line.startswith("   |")] == rows


@pytest.mark.parametrize(
    "command", sorted(set(re.findall(r"`boardwarden ([^`]+)`", "".join(GUIDES.values()))))
)
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
    (board,) = set(re.findall(r"`boardwarden play --board (\w+) --camera 0`", GUIDE))
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


@pytest.mark.parametrize("page", STEPS)
def test_each_step_has_a_time_its_own_picture_and_a_check(page: str) -> None:
    steps = re.findall(r"^(\d)\. \*\*(.*?)(?=^\d\. \*\*|^## |\Z)", GUIDES[page], re.DOTALL | re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(STEPS[page]) + 1))
    for number, text in steps:
        assert re.search(r"^[^*]+\*\* \([^)]*(hour|minute)", text), (page, number)
        assert f"pictures/{page}-{number}.svg)" in text, (page, number)
        assert "\n   *Check*: " in text, (page, number)


def test_the_pictures_are_as_the_boards_files_say() -> None:
    """`make docs` draws them again."""
    drawn = pictures()
    assert {path.name for path in PICTURES.glob("*.svg")} == {path.name for path in drawn}
    for path, text in drawn.items():
        assert path.read_text(encoding="utf-8") == text, path.name


@pytest.mark.parametrize("page", STEPS)
def test_no_word_in_a_picture_covers_another_or_leaves_the_sheet(page: str) -> None:
    for number, draw in enumerate(STEPS[page], 1):
        canvas = draw()
        sheet = Box(0.0, 0.0, canvas.wide, canvas.high)
        for words, room in canvas.words:
            assert sheet.left <= room.left < room.right <= sheet.right, (number, words)
            assert sheet.top <= room.top < room.bottom <= sheet.bottom, (number, words)
        for (one, here), (two, there) in combinations(canvas.words, 2):
            assert not here.meets(there), (number, one, two)


@pytest.mark.parametrize(("page", "board"), [("first-board", "smallest"), ("castle-readers", "castles-near")])
def test_a_picture_of_wires_numbers_each_pin_of_the_board_s_file(page: str, board: str) -> None:
    """Each pin of the microcontroller that the file names has its number beside the Pico and at a part."""
    found = json.loads((BOARDS / f"{board}.json").read_text(encoding="utf-8"))
    pins = {found["spi"]["0"][key] for key in ("sck", "mosi", "miso")}
    pins |= {pad[key] for pad in found["pads"] for key in ("select", "reset")}
    pins |= {one["pin"] for one in found.get("buttons", ())}
    number = 1 if page == "first-board" else 3
    words = [text for text, _ in STEPS[page][number - 1]().words]
    for pin in pins:
        edge = PICO_EDGE[pin]
        assert {f"GP{pin}, {edge}", f"{edge}, GP{pin}"} & set(words), pin
        assert str(edge) in words, pin
