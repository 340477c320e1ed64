"""The tile that a factory makes: its copper joins what belongs together and nothing else."""

import json
import re
from itertools import combinations
from math import cos, hypot, sin
from pathlib import Path

import pytest

from hardware.circuits.circuit import BACK, FRONT, VIA_MM
from hardware.circuits.kicad import CLEARANCE_MM
from hardware.circuits.order import laid_by_machine
from hardware.circuits.packages import Place
from hardware.firmware.warden import configuration
from hardware.firmware.warden.cells import Cells
from hardware.simulation.clock import Bench
from hardware.simulation.machine import Machine
from hardware.tile.copper import copper, edge, holes
from hardware.tile.made import MADE, files
from hardware.tile.parts import GROUND, NETS, PARTS
from hardware.tile.wiring import INPUTS, on_tiles

BOARDS = Path(__file__).parents[2] / "hardware" / "boards"
FACTORY = MADE / "factory"

Stroke = tuple[str, frozenset[str], Place, Place, float]
"""Copper as a stroke: its net, its sides, its two ends, half its width, mm."""


def strokes() -> list[Stroke]:
    """All copper but the ground that KiCad fills."""
    tracks, vias = copper()
    both = frozenset((FRONT, BACK))
    made: list[Stroke] = [
        (one.net, frozenset((one.layer,)), one.begins_mm, one.ends_mm, one.width_mm / 2) for one in tracks
    ]
    made += [(one.net, both, one.at_mm, one.at_mm, VIA_MM / 2) for one in vias]
    for part in PARTS:
        for pad in part.package.pads:
            x, y = part.pad_at(pad.pin)
            wide, high = pad.size_mm
            # A pad is a stroke along its longer side; its rounded ends stay within it.
            half = (wide - high) / 2
            along = (half * cos(part.turned_rad), half * sin(part.turned_rad)) if half > 0 else (0.0, 0.0)
            across = (half * sin(part.turned_rad), -half * cos(part.turned_rad)) if half < 0 else (0.0, 0.0)
            dx, dy = along[0] + across[0], along[1] + across[1]
            sides = both if pad.drill_mm else frozenset((FRONT,))
            net = part.nets.get(pad.pin, f"{part.name}.{pad.pin}")
            made.append((net, sides, (x - dx, y - dy), (x + dx, y + dy), min(wide, high) / 2))
    return made


def to_stroke(place: Place, begins: Place, ends: Place) -> float:
    """The distance of a place from a straight piece."""
    dx, dy = ends[0] - begins[0], ends[1] - begins[1]
    long = dx * dx + dy * dy
    t = 0.0 if long == 0 else ((place[0] - begins[0]) * dx + (place[1] - begins[1]) * dy) / long
    t = min(1.0, max(0.0, t))
    return hypot(place[0] - begins[0] - t * dx, place[1] - begins[1] - t * dy)


def crosses(one: Stroke, two: Stroke) -> bool:
    """Whether the middle lines of two strokes cross."""

    def side(a: Place, b: Place, c: Place) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (_, _, a, b, _), (_, _, c, d, _) = one, two
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def gap(one: Stroke, two: Stroke) -> float:
    """The gap between two strokes' copper; 0 or less where they touch."""
    if crosses(one, two):
        return -1.0
    (_, _, a, b, r), (_, _, c, d, s) = one, two
    return min(to_stroke(a, c, d), to_stroke(b, c, d), to_stroke(c, a, b), to_stroke(d, a, b)) - r - s


def test_every_net_but_the_filled_ground_is_joined_by_its_tracks() -> None:
    all_strokes = strokes()
    for net in NETS:
        if net == GROUND:
            continue
        own = [one for one in all_strokes if one[0] == net]
        reached = {0}
        waiting = [0]
        while waiting:
            here = own[waiting.pop()]
            for number, other in enumerate(own):
                if number not in reached and here[1] & other[1] and gap(here, other) <= 0:
                    reached.add(number)
                    waiting.append(number)
        assert len(reached) == len(own), net


def test_copper_of_two_nets_keeps_the_gap_that_factories_keep() -> None:
    near = [
        (one[0], two[0], round(gap(one, two), 3))
        for one, two in combinations(strokes(), 2)
        if one[0] != two[0] and one[1] & two[1] and gap(one, two) < CLEARANCE_MM - 1e-6
    ]
    assert near == []


def test_every_ground_pin_on_the_surface_has_a_via_at_hand() -> None:
    """The filled ground of the front may be cut into islands; that of the back is one."""
    _, vias = copper()
    grounds = [one for one in vias if one.net == GROUND]
    for part in PARTS:
        for pin, net in part.nets.items():
            if net == GROUND and laid_by_machine(part):
                x, y = part.pad_at(pin)
                assert min(hypot(x - one.at_mm[0], y - one.at_mm[1]) for one in grounds) < 4, (part.name, pin)


def test_nothing_on_the_tile_is_higher_than_its_switches_allow() -> None:
    """Magnets come to 2.6 mm above the switches' elements only where nothing holds the sheet off."""
    assert max(part.package.high_mm for part in PARTS) <= 1.2


def test_the_files_are_as_the_tables_say() -> None:
    """`make tile` writes them again."""
    for name, text in files().items():
        assert (MADE / name).read_text(encoding="utf-8") == text, name


def test_kicad_found_no_rule_broken_and_no_pad_unconnected() -> None:
    said = re.findall(r"Found (\d+) ([a-zA-Z ]+) \*\*", (FACTORY / "rules.txt").read_text(encoding="utf-8"))
    assert said == [("0", "DRC violations"), ("0", "unconnected pads"), ("0", "Footprint errors")]


def drilled(name: str) -> set[tuple[float, float]]:
    text = (FACTORY / name).read_text(encoding="utf-8")
    return {(float(x), float(y)) for x, y in re.findall(r"X(-?[\d.]+)Y(-?[\d.]+)", text)}


def near_all(found: set[tuple[float, float]], wanted: list[Place]) -> bool:
    return len(found) == len(wanted) and all(
        any(hypot(x - to_x, y + to_y) < 0.002 for x, y in found) for to_x, to_y in wanted
    )


def test_the_factory_files_are_of_this_tile() -> None:
    _, vias = copper()
    plugs = [part.pad_at(pad.pin) for part in PARTS if not laid_by_machine(part) for pad in part.package.pads]
    assert near_all(drilled("tile-PTH.drl"), [*(one.at_mm for one in vias), *plugs])
    assert near_all(drilled("tile-NPTH.drl"), list(holes()))
    corners = re.findall(r"X(-?\d+)Y(-?\d+)D0[12]", (FACTORY / "tile-edge.gbr").read_text(encoding="utf-8"))
    assert near_all({(int(x) / 1e6, int(y) / 1e6) for x, y in corners}, list(edge()))
    pasted = re.findall(r"X(-?\d+)Y(-?\d+)D03", (FACTORY / "tile-top-paste.gbr").read_text(encoding="utf-8"))
    on_surface = [
        part.pad_at(pad.pin) for part in PARTS if laid_by_machine(part) for pad in part.package.pads
    ]
    assert near_all({(int(x) / 1e6, int(y) / 1e6) for x, y in pasted}, on_surface)


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
