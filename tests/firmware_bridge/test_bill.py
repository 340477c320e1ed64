"""Parts and currents of each build, counted from its board file."""

import json
import re
from pathlib import Path

import pytest

from hardware.bill import (
    BUILDS,
    DRAWS,
    LINES,
    MAGNET,
    NO_SOURCE,
    PICO_3V3_MA,
    TAG,
    Line,
    bill_table,
    cost_of,
    counted,
    drawn_ma,
    hours_of,
    power_table,
    price_table,
    supply_of,
)
from hardware.drawing import BOARDS, DRAWINGS
from hardware.fields.cells import Cell, HallSwitch, ring, shares
from hardware.fields.report import BUILT, DEEP_MM, N42_8X2

FILES = sorted(BOARDS.glob("*.json"))
PAGE = Path(__file__).parents[2] / "docs" / "build-and-run" / "hardware.md"


def test_the_page_has_the_bill_and_the_sums_as_they_are_counted() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert bill_table() in page
    assert price_table() in page
    assert power_table() in page


def test_a_full_board_has_six_switches_a_hex_and_a_register_for_eight() -> None:
    parts = counted(BOARDS / "full.json").parts
    assert (parts["hall"], parts["register"], parts["pull-up"], parts["tied"]) == (822, 18, 137, 7)
    assert (parts["pn5180"], parts["light"], parts["button"]) == (4, 141, 4)


def test_currents_add_up_with_one_reader_on_at_a_time() -> None:
    parts = counted(BOARDS / "castles-near.json")
    assert drawn_ma(parts, 3.3) == pytest.approx(5 * 19 + 119)
    assert drawn_ma(parts, 5.0) == pytest.approx(100 + drawn_ma(parts, 3.3))
    assert supply_of(parts) == "USB"
    assert supply_of(counted(BOARDS / "full.json")) == "5 V, 4.5 A"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_build_asks_more_of_a_microcontroller_s_regulator_than_it_gives(path: Path) -> None:
    assert drawn_ma(counted(path), 3.3) < PICO_3V3_MA


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_long_buses_run_at_a_megahertz(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    readers = [str(pad["spi"]) for pad in found.get("pads", ()) if "reader" in pad]
    shared = {bus for bus in readers if readers.count(bus) > 1}
    long = shared | ({str(found["cells"]["spi"])} if "cells" in found else set())
    assert all(found["spi"][bus].get("baud", 4_000_000) <= 1_000_000 for bus in long)


def test_every_line_has_a_number_or_says_that_there_is_none() -> None:
    assert all(line.number and line.key in counted(BOARDS / f"{BUILDS[0]}.json").parts for line in LINES)
    assert all(draw.source for draw in DRAWS.values())
    assert all(line.source == NO_SOURCE for line in LINES if line.price is None)
    assert all(line.price[0] <= line.price[1] for line in LINES if line.price)
    assert any(NO_SOURCE in line.number for line in LINES)


@pytest.mark.parametrize("line", [*LINES, MAGNET, TAG], ids=lambda line: line.name)
def test_every_line_has_a_number_a_price_or_no_source_and_a_substitute(line: Line) -> None:
    assert line.number
    assert line.source == NO_SOURCE if line.price is None else line.source
    assert line.instead


@pytest.mark.parametrize("operates_mt", [3.9, 4.8])
def test_a_switch_of_a_dull_kind_is_no_substitute(operates_mt: float) -> None:
    """DRV5032 FB and FA, their greatest operating points (TI SLVSDC7)."""
    dull = Cell(N42_8X2, HallSwitch("DRV5032", operates_mt, 0.5, 0.5), ring(6, 17.0), DEEP_MM)
    assert shares(dull).felt_inside < 0.9 < shares(BUILT).felt_inside


def test_a_build_s_cost_is_the_sum_of_its_priced_parts() -> None:
    """By hand: a Pico, an RC522, a light, two capacitors of 100 nF, a bulk one and a buzzer."""
    low, high = cost_of(counted(BOARDS / "smallest.json"))
    assert low == pytest.approx(3.27 + 1.2 + 0.149 + 2 * 0.048 + 0.08 + 0.95)
    assert high == pytest.approx(3.27 + 1.7 + 0.149 + 2 * 0.067 + 0.08 + 0.95)


def test_every_source_can_be_looked_up() -> None:
    """It names a data sheet, a repository or nobody; `a public list` is nothing to look up."""
    page = PAGE.read_text(encoding="utf-8")
    for vague in ("a public ", "public lists", "public parts lists", "public designs", "public estimate"):
        assert vague not in page, vague
    for line in (*LINES, MAGNET, TAG):
        named = (
            line.price is None or line.price == (0.0, 0.0) or re.search(r"\w+/\w+|TeddyPlayer", line.source)
        )
        assert named, line.name


def test_each_reader_has_a_holder() -> None:
    for path in FILES:
        parts = counted(path).parts
        assert parts["holder"] + parts["pad holder"] == parts["mfrc522"] + parts["pn5180"], path.name
    assert counted(BOARDS / "castles-far.json").parts["holder"] == 6
    assert counted(BOARDS / "full.json").parts["pad holder"] == 4


def test_only_a_board_with_a_supply_of_its_own_needs_a_diode() -> None:
    diodes = {path.stem: counted(path).parts["own supply"] for path in FILES}
    drawn = {name for name in diodes if "Schottky" in (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")}
    assert {name for name, count in diodes.items() if count} == drawn
    assert drawn == {"duel", "duel-esp32s3", "full", "full-esp32s3"}


def test_hours_are_those_of_the_joints_and_the_hexes() -> None:
    """The duel's board by hand: 1,918 joints, 959 wires, 61 hexes, and the hour and a half of every build."""
    joints = 366 * 3 + 8 * 16 + 14 + 63 * 6 + 61 * 2 + 3 + 72 * 2 + 2 + 2 * 2 + 3 + 6 + 2 * 8
    wanted = joints * 30 / 3600 + joints / 2 * 40 / 3600 + 61 * 5 / 60 + 1.5
    assert hours_of(counted(BOARDS / "duel.json")) == pytest.approx(wanted)
