"""The boards that makers are told to build: their configurations, wiring drawings and docs."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from firmware_bridge.link.messages import TagPlaced
from hardware.drawing import BOARDS, drawings, parts_of
from hardware.firmware.warden import configuration
from hardware.firmware.warden.chips import CHIPS
from tests.firmware_bridge.test_firmware import Bench, bare

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
def test_a_board_file_names_its_chip_and_uses_only_its_free_pins(path: Path) -> None:
    found = loaded(path)
    assert pins(found) <= set(CHIPS[found["chip"]]["pins"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_firmware_finds_every_part_of_a_board_file(path: Path) -> None:
    bench = Bench(json.loads(path.read_text(encoding="utf-8")))
    hello = bench.power()
    assert hello.faults == ()
    uid = "04a1b2c3" if "smallest" in path.stem else "e004000000000001"
    bench.machine.lay("west", (bytes.fromhex(uid),))
    assert bare(bench.turns(300)) == [(TagPlaced, "west", uid)]


@pytest.mark.parametrize("build", ["smallest", "full"])
def test_a_build_has_the_same_parts_on_every_chip(build: str) -> None:
    pico, esp = (loaded(BOARDS / f"{build}{chip}.json") for chip in ("", "-esp32s3"))
    assert [part.title for part in parts_of(pico)] == [part.title for part in parts_of(esp)]
    assert (pico["lamps"].get("cells"), pico.get("cells", {}).get("order")) == (
        esp["lamps"].get("cells"),
        esp.get("cells", {}).get("order"),
    )


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


@pytest.mark.parametrize("name", ["full.json", "full-esp32s3.json"])
def test_the_full_board_has_a_switch_and_a_light_under_every_hex(name: str) -> None:
    full = loaded(BOARDS / name)
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
