"""Printed boards for a factory: their copper joins what belongs together and nothing else."""

import re
from collections.abc import Iterator
from itertools import combinations
from math import cos, hypot, sin
from typing import Any

import pytest

from hardware.carrier import made as carrier_made
from hardware.carrier.circuit import CARRIER
from hardware.circuits.circuit import BACK, FRONT, GROUND, VIA_MM, Circuit
from hardware.circuits.electrical import electrical_faults, joined_pins
from hardware.circuits.kicad import CLEARANCE_MM
from hardware.circuits.order import laid_by_machine
from hardware.circuits.packages import Place
from hardware.tile import made as tile_made
from hardware.tile.circuit import TILE

MADE = {"tile": tile_made.MADE, "carrier": carrier_made.MADE}
FILES = {"tile": tile_made.files, "carrier": carrier_made.files}
PINS = {"tile": 69, "carrier": 44}

circuits = pytest.mark.parametrize("circuit", [TILE, CARRIER], ids=lambda one: one.name)

Stroke = tuple[str, frozenset[str], Place, Place, float]
"""Copper as a stroke: its net, its sides, its two ends, half its width, mm."""


def strokes(circuit: Circuit) -> list[Stroke]:
    """All copper but the ground that KiCad fills."""
    both = frozenset((FRONT, BACK))
    made: list[Stroke] = [
        (one.net, frozenset((one.layer,)), one.begins_mm, one.ends_mm, one.width_mm / 2)
        for one in circuit.tracks
    ]
    made += [(one.net, both, one.at_mm, one.at_mm, VIA_MM / 2) for one in circuit.vias]
    for part in circuit.parts:
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


@circuits
def test_every_net_but_the_filled_ground_is_joined_by_its_tracks(circuit: Circuit) -> None:
    all_strokes = strokes(circuit)
    for net in circuit.nets:
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


@circuits
def test_copper_of_two_nets_keeps_the_gap_that_factories_keep(circuit: Circuit) -> None:
    near = [
        (one[0], two[0], round(gap(one, two), 3))
        for one, two in combinations(strokes(circuit), 2)
        if one[0] != two[0] and one[1] & two[1] and gap(one, two) < CLEARANCE_MM - 1e-6
    ]
    assert near == []


@circuits
def test_every_ground_pin_on_the_surface_has_a_via_at_hand(circuit: Circuit) -> None:
    """The filled ground of the front may be cut into islands; that of the back is one."""
    grounds = [one for one in circuit.vias if one.net == GROUND]
    for part in circuit.parts:
        for pin, net in part.nets.items():
            if net == GROUND and laid_by_machine(part):
                x, y = part.pad_at(pin)
                assert min(hypot(x - one.at_mm[0], y - one.at_mm[1]) for one in grounds) < 4, (part.name, pin)


@circuits
def test_the_files_are_as_the_tables_say(circuit: Circuit) -> None:
    """`make tile` and `make carrier` write them again."""
    for name, text in FILES[circuit.name]().items():
        assert (MADE[circuit.name] / name).read_text(encoding="utf-8") == text, name


@circuits
def test_kicad_found_no_rule_broken_and_no_pad_unconnected(circuit: Circuit) -> None:
    text = (MADE[circuit.name] / "factory" / "rules.txt").read_text(encoding="utf-8")
    said = re.findall(r"Found (\d+) ([a-zA-Z ]+) \*\*", text)
    assert said == [("0", "DRC violations"), ("0", "unconnected pads"), ("0", "Footprint errors")]


def drilled(circuit: Circuit, kind: str) -> set[Place]:
    text = (MADE[circuit.name] / "factory" / f"{circuit.name}-{kind}.drl").read_text(encoding="utf-8")
    return {(float(x), float(y)) for x, y in re.findall(r"X(-?[\d.]+)Y(-?[\d.]+)", text)}


def near_all(found: set[tuple[float, float]], wanted: list[Place]) -> bool:
    return len(found) == len(wanted) and all(
        any(hypot(x - to_x, y + to_y) < 0.002 for x, y in found) for to_x, to_y in wanted
    )


@circuits
def test_the_factory_files_are_of_this_board(circuit: Circuit) -> None:
    factory = MADE[circuit.name] / "factory"
    plugs = [
        part.pad_at(pad.pin)
        for part in circuit.parts
        if not laid_by_machine(part)
        for pad in part.package.pads
    ]
    assert near_all(drilled(circuit, "PTH"), [*(one.at_mm for one in circuit.vias), *plugs])
    assert near_all(drilled(circuit, "NPTH"), list(circuit.holes))
    corners = re.findall(
        r"X(-?\d+)Y(-?\d+)D0[12]", (factory / f"{circuit.name}-edge.gbr").read_text(encoding="utf-8")
    )
    assert near_all(
        {(int(x) / 1e6, int(y) / 1e6) for x, y in corners},
        [*circuit.edge, *(one for corners in circuit.openings for one in corners)],
    )
    pasted = re.findall(
        r"X(-?\d+)Y(-?\d+)D03", (factory / f"{circuit.name}-top-paste.gbr").read_text(encoding="utf-8")
    )
    on_surface = [
        part.pad_at(pad.pin) for part in circuit.parts if laid_by_machine(part) for pad in part.package.pads
    ]
    assert near_all({(int(x) / 1e6, int(y) / 1e6) for x, y in pasted}, on_surface)


Sexpr = list[Any]
Pins = dict[tuple[str, str], str]
"""The net of each pin, by its part and number."""


def parsed(circuit: Circuit, suffix: str) -> Sexpr:
    """Read a file of KiCad's as nested lists of words."""
    text = (MADE[circuit.name] / f"{circuit.name}.{suffix}").read_text(encoding="utf-8")
    words = re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', text)
    stack: list[Sexpr] = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word.strip('"'))
    (whole,) = stack[0]
    assert isinstance(whole, list)
    return whole


def named(found: Sexpr, key: str) -> Iterator[Sexpr]:
    return (one for one in found if isinstance(one, list) and one and one[0] == key)


def value(found: Sexpr, key: str) -> Sexpr:
    return next(named(found, key))[1:]


def schematic_pins(circuit: Circuit) -> Pins:
    """The net of each pin as the schematic draws it: by the label at the pin's end."""
    sheet = parsed(circuit, "kicad_sch")
    labels = {(one[i(one)][1], one[i(one)][2]): one[1] for one in named(sheet, "global_label")}
    drawn = {one[1]: one for one in named(next(named(sheet, "lib_symbols")), "symbol")}
    pins: Pins = {}
    for symbol in named(sheet, "symbol"):
        (reference,) = [one[2] for one in named(symbol, "property") if one[1] == "Reference"]
        x, y, _ = map(float, value(symbol, "at"))
        for body in named(drawn[value(symbol, "lib_id")[0]], "symbol"):
            for pin in named(body, "pin"):
                dx, dy, _ = map(float, value(pin, "at"))
                net = labels.get((f"{x + dx:g}", f"{y - dy:g}"))
                if net is not None and not reference.startswith("#"):
                    pins[reference, value(pin, "number")[0]] = net
    return pins


def i(found: Sexpr) -> int:
    return next(n for n, one in enumerate(found) if isinstance(one, list) and one[0] == "at")


def board_pins(circuit: Circuit) -> Pins:
    pins: Pins = {}
    for footprint in named(parsed(circuit, "kicad_pcb"), "footprint"):
        (reference,) = [one[2] for one in named(footprint, "fp_text") if one[1] == "reference"]
        for pad in named(footprint, "pad"):
            for net in named(pad, "net"):
                pins[reference, pad[1]] = net[2]
    return pins


def netlist_pins(circuit: Circuit) -> Pins:
    nets = next(named(parsed(circuit, "net"), "nets"))
    return {
        (value(node, "ref")[0], value(node, "pin")[0]): value(net, "name")[0]
        for net in named(nets, "net")
        for node in named(net, "node")
    }


@circuits
def test_schematic_netlist_and_board_join_the_same_pins(circuit: Circuit) -> None:
    assert schematic_pins(circuit) == board_pins(circuit) == netlist_pins(circuit)
    assert len(board_pins(circuit)) == sum(map(len, joined_pins(circuit).values())) == PINS[circuit.name]


@circuits
def test_each_footprint_names_its_symbol(circuit: Circuit) -> None:
    symbols = {value(one, "uuid")[0] for one in named(parsed(circuit, "kicad_sch"), "symbol")}
    paths = [
        path[1] for one in named(parsed(circuit, "kicad_pcb"), "footprint") for path in named(one, "path")
    ]
    assert len(paths) == len(circuit.parts)
    assert {path.removeprefix("/") for path in paths} <= symbols


@circuits
def test_the_circuit_breaks_no_electrical_rule(circuit: Circuit) -> None:
    assert electrical_faults(circuit) == []
    report = (MADE[circuit.name] / "kicad-erc.txt").read_text(encoding="utf-8")
    assert re.findall(r"Errors (\d+)  Warnings (\d+)", report) == [("0", "0")]


@circuits
def test_kicad_found_no_rule_broken_on_the_panel(circuit: Circuit) -> None:
    text = (MADE[circuit.name] / "panel-rules.txt").read_text(encoding="utf-8")
    assert re.findall(r"Found (\d+) ", text) == ["0", "0", "0"]
