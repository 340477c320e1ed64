"""The boards for makers: their configurations, wiring drawings and docs."""

import json
import re
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from firmware_bridge.link.messages import CellCovered, TagPlaced
from hardware.drawing import (
    ABOUT_PX,
    BOARDS,
    DRAWINGS,
    MCU_W,
    PART_W,
    PIN_PX,
    drawings,
    edge,
    parts_of,
)
from hardware.firmware.warden import configuration
from hardware.firmware.warden.chips import CHIPS
from hardware.pinouts import PICO_3V3, PICO_EDGE, PICO_GND, PICO_VBUS, PICO_VSYS
from tests.firmware_bridge.test_firmware import Bench, bare

FILES = sorted(BOARDS.glob("*.json"))
PICOS = [path for path in FILES if "esp32" not in path.stem]


def loaded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = configuration.read(path.read_text(encoding="utf-8"))
    return found


def pins(found: object) -> set[int]:
    """Every number under a key that names a pin."""
    if isinstance(found, list):
        return set().union(*(pins(one) for one in found))
    if not isinstance(found, dict):
        return set()
    keys = ("sck", "mosi", "miso", "select", "reset", "busy", "pin", "latch")
    return {found[key] for key in keys if key in found}.union(*(pins(value) for value in found.values()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_board_file_names_its_chip_and_uses_only_its_free_pins(path: Path) -> None:
    found = loaded(path)
    assert pins(found) <= set(CHIPS[found["chip"]]["pins"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_firmware_finds_every_part_of_a_board_file(path: Path) -> None:
    bench = Bench(json.loads(path.read_text(encoding="utf-8")))
    hello = bench.power()
    assert hello.faults == ()
    for pad in bench.machine.readers:
        uid = "e004000000000001" if "full" in path.stem else "04a1b2c3"
        bench.machine.lay(pad, (bytes.fromhex(uid),))
        assert bare(bench.turns(300)) == [(TagPlaced, pad, uid)]
    for cell in [cell for cell in bench.parts.get("cells", {}).get("order", ()) if cell][::20]:
        bench.machine.cover(cell, covered=True)
        assert bare(bench.turns(30)) == [(CellCovered, cell)]


@pytest.mark.parametrize("build", ["smallest", "switches", "duel", "full"])
def test_a_build_has_the_same_parts_on_every_chip(build: str) -> None:
    pico, esp = (loaded(BOARDS / f"{build}{chip}.json") for chip in ("", "-esp32s3"))
    assert [part.title for part in parts_of(pico)] == [part.title for part in parts_of(esp)]
    for part, key in (("lamps", "cells"), ("cells", "order")):
        assert pico.get(part, {}).get(key) == esp.get(part, {}).get(key)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"chip": "z80"}, "expected a chip of esp32s3, rp2040"),
        ({"buzzer": {"pin": 23}}, "buzzer.pin: the rp2040 has no free pin 23"),
        ({"spi": {"0": {"sck": 17, "mosi": 19, "miso": 16}}}, "spi 0.sck: expected a pin of 2, 6, 18, 22"),
        ({"spi": {"2": {"sck": 18, "mosi": 19, "miso": 16}}}, "spi 2: this chip has 0, 1"),
    ],
)
def test_pins_that_a_chip_hasn_t_are_refused_by_name(change: dict[str, Any], said: str) -> None:
    parts = {"board": "b", "chip": "rp2040", "spi": {"0": {"sck": 18, "mosi": 19, "miso": 16}}, **change}
    with pytest.raises(configuration.Unusable, match=said):
        configuration.read(json.dumps(parts))


@pytest.mark.parametrize(
    ("build", "table", "hexes"),
    [("full", "mativen", 137), ("switches", "mativen", 137), ("duel", "duel", 61)],
)
def test_a_board_of_switches_has_one_under_every_hex_and_its_lights_too(
    build: str, table: str, hexes: int
) -> None:
    found = loaded(BOARDS / f"{build}.json")
    cells = set(load_board(table).surface.cells)
    assert {cell for cell in found["cells"]["order"] if cell} == cells
    assert len(cells) == hexes
    # A 74HC165 has eight inputs: what isn't a cell is free, so that the chain can be counted off by chips.
    assert len(found["cells"]["order"]) % 8 == 0
    if "lamps" in found:
        assert set(found["lamps"]["cells"]) == cells
        assert sorted(found["lamps"]["cells"].values()) == list(range(len(cells)))


@pytest.mark.parametrize("build", ["duel", "switches"])
def test_a_board_of_switches_runs_along_the_rows_back_and_forth(build: str) -> None:
    found = loaded(BOARDS / f"{build}.json")
    surface = load_board("mativen" if build == "switches" else build).surface
    order = [cell for cell in found["cells"]["order"] if cell]
    for one, other in pairwise(order):
        (x, y), (to_x, to_y) = surface.centre_mm(one), surface.centre_mm(other)
        assert hypot(to_x - x, to_y - y) < 65, (one, other)


def test_the_drawings_are_what_the_board_files_say() -> None:
    for path, text in drawings().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; write it anew: make docs"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_pin_of_a_board_file_is_drawn(path: Path) -> None:
    found = loaded(path)
    drawn = " ".join(wire.source for part in parts_of(found) for wire in part.wires) + " "
    # MOSI of a bus with only shift registers on it goes nowhere.
    unused = {
        bus["mosi"] for name, bus in found["spi"].items() if name == str(found.get("cells", {}).get("spi"))
    }
    assert all(f"GP{pin} " in drawn for pin in pins(found) - unused)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_in_a_drawing_is_printed_over_anything_else(path: Path) -> None:
    found = loaded(path)
    for wire in [wire for part in parts_of(found) for wire in part.wires]:
        assert len(edge(wire.source, found["chip"])) * PIN_PX < MCU_W - 16, wire
        assert len(wire.pin) * PIN_PX + len(wire.about) * ABOUT_PX < PART_W - 24, wire


@pytest.mark.parametrize(
    "path", [path for path in FILES if "esp32" not in path.stem], ids=lambda path: path.stem
)
def test_a_pico_s_drawing_numbers_each_pin_as_its_edge_does(path: Path) -> None:
    found = loaded(path)
    text = (DRAWINGS / f"{path.stem}.svg").read_text(encoding="utf-8")
    drawn = re.findall(r"GP(\d+), pin (\d+)<", text)
    assert drawn
    assert all(PICO_EDGE[int(gpio)] == int(pin) for gpio, pin in drawn)
    assert set(map(int, dict(drawn))) <= pins(found)


def test_the_pico_s_edge_has_forty_pins_each_once() -> None:
    others = {PICO_3V3, PICO_VSYS, PICO_VBUS, PICO_GND}
    assert set(PICO_EDGE) == set(CHIPS["rp2040"]["pins"])
    assert len(set(PICO_EDGE.values()) | others) == len(PICO_EDGE) + len(others)
    assert max(*PICO_EDGE.values(), *others) == 40
    # Every fifth pin or so is ground: 3, 8, 13, 18, 23, 28, 33 and 38 (Pico data sheet).
    assert {3, 8, 13, 18, 23, 28, 33}.isdisjoint(PICO_EDGE.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_supply_of_its_own_never_feeds_the_usb_port(path: Path) -> None:
    found = loaded(path)
    (supply,) = [part for part in parts_of(found) if part.title.startswith("Supply")]
    limit = found.get("lamps", {}).get("limit_ma", 0)
    assert ("diode" in supply.wires[0].about) is (limit > 200)
    assert limit <= 200 or "VBUS" not in supply.wires[0].pin


def test_the_configuration_s_number_is_of_what_it_says_not_of_how_it_is_written() -> None:
    text = (BOARDS / "full.json").read_text(encoding="utf-8")
    again = json.dumps(dict(reversed(json.loads(text).items())), indent=1)
    assert configuration.number_of(text) == configuration.number_of(again)
    assert configuration.number_of(text) != configuration.number_of(text.replace("4000", "4001"))
