"""The tile that a factory makes: its copper joins what belongs together and nothing else."""

import json
from pathlib import Path

import pytest

from hardware.firmware.warden import configuration
from hardware.firmware.warden.cells import Cells
from hardware.simulation.clock import Bench
from hardware.simulation.machine import Machine
from hardware.tile.parts import PARTS
from hardware.tile.wiring import INPUTS, on_tiles

BOARDS = Path(__file__).parents[2] / "hardware" / "boards"


def test_nothing_on_the_tile_is_higher_than_its_switches_allow() -> None:
    """Magnets come to 2.6 mm above the switches' elements only where nothing holds the sheet off."""
    assert max(part.package.high_mm for part in PARTS) <= 1.2


@pytest.mark.parametrize("board", ["duel", "full"])
def test_the_firmware_feels_every_hex_of_a_board_of_tiles(board: str) -> None:
    text = json.dumps(on_tiles(json.loads((BOARDS / f"{board}.json").read_text(encoding="utf-8"))))
    found = configuration.read(text)
    order = tuple(found["cells"]["order"])
    machine = Machine(found, Bench())
    ties = found["cells"]["sentinels"]
    latch = machine.Pin(found["cells"]["latch"])
    chain = Cells(
        machine.SPI(int(found["cells"]["spi"])),
        latch,
        order,
        low=tuple(ties["low"]),
        high=tuple(ties["high"]),
    )
    for cell in (one for one in order if one is not None):
        machine.cover(cell, covered=True)
        assert [one for _ in range(3) for one in chain.scan()] == [(cell, True)]
        machine.cover(cell, covered=False)
        assert [one for _ in range(3) for one in chain.scan()] == [(cell, False)]
    machine.cut_chain(after=len(order) // INPUTS - 1)
    assert [one for _ in range(3) for one in chain.scan()] == []
    assert "register" in chain.fault or "fixed inputs" in chain.fault
