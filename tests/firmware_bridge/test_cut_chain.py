"""A chain of switches that is cut reads one level behind the cut: nothing of it is taken for play."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.board_reports import Complaint
from firmware_bridge.link.messages import (
    CellClear,
    CellCovered,
    Message,
    PictureSwitched,
    ReaderFault,
    TellPicture,
)
from hardware.drawing import BOARDS
from hardware.firmware.warden import configuration
from hardware.simulation.machine import Machine
from hardware.tile.wiring import on_tiles
from tests.firmware_bridge.firmware_ends import FirmwareBoard
from tests.firmware_bridge.talking import Table, opened
from tests.firmware_bridge.test_firmware import Bench

DUEL = json.loads((BOARDS / "duel.json").read_text(encoding="utf-8"))
DUEL["pads"] = []
DUEL["buttons"] = []
del DUEL["lamps"]
REGISTERS = 8

BUILT = [path for path in sorted(BOARDS.glob("*.json")) if "cells" in json.loads(path.read_text())]


def powered(parts: dict[str, Any] = DUEL) -> Bench:
    """Return a board of the duel with a piece on a cell of each register but the last."""
    bench = Bench(parts)
    bench.power()
    for cell in standing(parts):
        bench.machine.cover(cell, covered=True)
    bench.turns(200)
    return bench


def standing(parts: dict[str, Any]) -> list[str]:
    return [str(cell) for cell in parts["cells"]["order"][3:56:8]]


def of_cells(messages: Sequence[Message]) -> list[CellClear | CellCovered]:
    return [one for one in messages if isinstance(one, CellClear | CellCovered)]


def faults(messages: Sequence[Message]) -> list[str]:
    return [one.fault for one in messages if isinstance(one, ReaderFault) and one.pad == "cells"]


@pytest.mark.parametrize("reads", [0, 1])
@pytest.mark.parametrize("after", range(REGISTERS))
def test_a_cut_anywhere_is_named_and_nothing_is_lifted_or_laid_down(after: int, reads: int) -> None:
    bench = powered()
    bench.machine.cut_chain(after, reads)
    said = bench.turns(500)
    assert of_cells(said) == []
    assert faults(said) == [f"nothing is read beyond register {after} of {REGISTERS}"]
    bench.machine.cut_chain(None)
    said = bench.turns(500)
    assert of_cells(said) == []
    assert faults(said) == [""]


def test_a_chain_without_sentinels_goes_on_as_it_was() -> None:
    parts = {**DUEL, "cells": {key: one for key, one in DUEL["cells"].items() if key != "sentinels"}}
    bench = powered(parts)
    bench.machine.cut_chain(4, 1)
    said = bench.turns(500)
    assert {one.cell for one in of_cells(said) if isinstance(one, CellClear)} == set(standing(parts)[4:])
    assert faults(said) == []


def test_what_was_moved_while_the_chain_was_cut_is_reported_before_it_counts_again() -> None:
    bench = powered()
    left, came = standing(DUEL)[5], str(DUEL["cells"]["order"][46])
    bench.machine.cut_chain(3, 1)
    bench.turns(500)
    bench.machine.cover(left, covered=False)
    bench.machine.cover(came, covered=True)
    assert of_cells(bench.turns(500)) == []
    bench.machine.cut_chain(None)
    said = [one for one in bench.turns(500) if isinstance(one, CellClear | CellCovered | ReaderFault)]
    assert {(type(one), one.cell) for one in of_cells(said)} == {(CellClear, left), (CellCovered, came)}
    assert said[-1] == ReaderFault("cells", "")


def test_one_bad_scan_is_no_fault_and_many_of_them_are() -> None:
    bench = powered()
    for round_number in range(4):
        bench.machine.cut_chain(2, 1)
        scans = bench.board.scans["cells"]
        said: list[Message] = []
        while bench.board.scans["cells"] == scans:
            said += bench.turns(1)
        bench.machine.cut_chain(None)
        said += bench.turns(30)
        assert of_cells(said) == []
        assert bool(faults(said)) is (round_number == 2)
    assert faults(bench.turns(500)) == [""]


def test_a_loose_end_that_floats_is_a_fault_and_stays_one() -> None:
    bench = powered()
    said = []
    for number in range(60):
        # Right by chance in every third scan: the whole chain reads as it is.
        bench.machine.cut_chain(None if number % 3 == 0 else 2, number % 2)
        said += bench.turns(5)
    assert of_cells(said) == []
    assert len(faults(said)) == 1


def test_a_board_that_starts_with_its_chain_cut_says_so_in_its_greeting() -> None:
    bench = Bench(DUEL)
    bench.machine.cut_chain(0)
    assert bench.power().faults == ("cells: nothing is read beyond register 0 of 8",)
    bench.machine.cover("a1", covered=True)
    bench.machine.cut_chain(None)
    said = bench.turns(500)
    assert [type(one) for one in said if isinstance(one, CellCovered | ReaderFault)] == [
        CellCovered,
        ReaderFault,
    ]


def test_inputs_that_nobody_tied_are_named_as_such() -> None:
    bench = Bench(DUEL)
    untied = {**DUEL, "cells": {key: one for key, one in DUEL["cells"].items() if key != "sentinels"}}
    bench.machine = Machine(configuration.read(json.dumps(untied)), bench.time)
    bench.machine.cover("e9", covered=True)
    assert bench.power().faults == ("cells: its fixed inputs read wrong",)


@pytest.mark.parametrize("path", BUILT, ids=lambda path: path.stem)
def test_every_build_s_sentinels_are_the_last_inputs_one_low_one_high(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    size = len(cells["order"])
    assert cells["sentinels"] == {"low": [size - 2], "high": [size - 1]}


@pytest.mark.parametrize(
    ("sentinels", "expected"),
    [
        ({"low": [62]}, "cells.sentinels.high: expected a free input"),
        ({"low": [62], "high": [62]}, "input 62 is tied already"),
        ({"low": [60], "high": [63]}, "expected places of free inputs"),
        ({"low": [64], "high": [63]}, "expected places of free inputs"),
        ({"low": [62], "high": [63], "middle": [61]}, "'middle' is none of low, high"),
    ],
)
def test_sentinels_that_can_t_be_are_refused_by_name(sentinels: dict[str, Any], expected: str) -> None:
    parts = {**DUEL, "cells": {**DUEL["cells"], "sentinels": sentinels}}
    with pytest.raises(configuration.Unusable, match=expected):
        configuration.read(json.dumps(parts))


def test_a_host_hears_of_the_chain_in_its_own_words_and_keeps_what_stood_there() -> None:
    cells = ("c1", "c2", "c3")
    table = Table(board=FirmwareBoard(boot=0xABCD, switched=cells))
    table.host.port_opened(table.now)
    table.board.cover("c1", table.board_now)
    table.run(0.5)
    table.said.clear()
    # It starts again with its chain cut: it knows of no piece, which isn't to say that they went.
    table.board, table.booted = FirmwareBoard(boot=0xBEEF, switched=cells), table.now
    table.board.reader("cells", "nothing is read beyond register 3 of 8")
    table.run(9)
    assert table.reported() == []
    table.said.clear()
    table.board.cover("c2", table.board_now)
    table.board.reader("cells", "")
    table.run(0.5)
    assert sorted(table.reported()) == [("board", "cell", "c1", "clear"), ("board", "cell", "c2", "covered")]


def test_the_chain_is_said_to_be_cut_and_to_read_again() -> None:
    table = opened()
    table.board.reader("cells", "nothing is read beyond register 3 of 8")
    table.run(0.2)
    table.board.reader("cells", "")
    table.run(0.2)
    cut, back = [str(one.text) for one in table.of(Complaint)]
    assert cut.startswith("the chain of switches on board test board reads nothing beyond register 3 of 8")
    assert back == "the chain of switches on board test board reads again"


def test_a_free_input_that_closes_is_reported_once_and_again_after_a_second_open() -> None:
    parts = json.loads((BOARDS / "full.json").read_text(encoding="utf-8")) | {"pads": [], "buttons": []}
    del parts["lamps"]
    bench = Bench(parts)
    bench.machine.miswired.swap(0, 138)
    bench.power()
    said: list[Message] = []
    for covered in (True, False, True, False):
        bench.machine.cover("a1", covered=covered)
        said += bench.turns(100)
    said += bench.turns(1500)
    strays = [(one.pad, one.fault) for one in said if isinstance(one, ReaderFault)]
    assert strays == [("free input", "register 18, input 3"), ("free input", "")]
    assert of_cells(said) == []


@pytest.mark.parametrize("board", ["duel", "full"])
def test_an_input_that_a_tile_ties_to_ground_is_no_stray_wire(board: str) -> None:
    parts = on_tiles(json.loads((BOARDS / f"{board}.json").read_text(encoding="utf-8")))
    bench = Bench(parts | {"pads": [], "buttons": [], "lamps": None})
    tied = {place + 1 for place, cell in enumerate(parts["cells"]["order"]) if cell is not None}
    bench.machine.miswired.stuck = dict.fromkeys(tied, 0)
    assert bench.power().faults == ()
    assert [one for one in bench.turns(400) if isinstance(one, ReaderFault)] == []


def test_a_picture_asked_for_while_the_chain_is_cut_names_its_switches_still() -> None:
    bench = powered()
    bench.machine.cut_chain(3, 0)
    bench.turns(500)
    bench.host.send(TellPicture())
    said = bench.turns(100)
    assert sum(len(one.cells) for one in said if isinstance(one, PictureSwitched)) == 61
