"""The boards that makers are told to build: their configurations, wiring drawings and docs."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from hardware.drawing import BOARDS, drawings, parts_of
from hardware.firmware.warden import configuration

PICO_PINS = {*range(23), 26, 27, 28}
"""GPIO on the Pico's edge (Raspberry Pi Pico data sheet, 2.1)."""

FILES = sorted(BOARDS.glob("*.json"))


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
def test_a_board_file_is_usable_on_a_pico(path: Path) -> None:
    assert pins(loaded(path)) <= PICO_PINS


def test_the_full_board_has_a_switch_and_a_light_under_every_hex() -> None:
    full = loaded(BOARDS / "full.json")
    cells = set(load_board("mativen").surface.cells)
    assert {cell for cell in full["cells"]["order"] if cell} == cells
    assert set(full["lamps"]["cells"]) == cells
    assert sorted(full["lamps"]["cells"].values()) == list(range(len(cells)))


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


def test_the_configuration_s_number_is_of_what_it_says_not_of_how_it_is_written() -> None:
    text = (BOARDS / "full.json").read_text(encoding="utf-8")
    again = json.dumps(dict(reversed(json.loads(text).items())), indent=1)
    assert configuration.number_of(text) == configuration.number_of(again)
    assert configuration.number_of(text) != configuration.number_of(text.replace("4000", "4001"))
