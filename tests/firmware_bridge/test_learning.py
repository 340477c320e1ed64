"""A board whose wires go anywhere is learnt by laying a piece where the light is; what is broken is named."""

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ids import Cell
from firmware_bridge.learning import (
    SwitchWalk,
    WiringFault,
    WiringFaultKind,
    answered,
    begin_walk,
    free_switch,
    learnt_lights,
    learnt_switches,
    stepped_back,
)
from firmware_bridge.link.messages import CellClear, CellCovered, Lights, Message, ReaderFault
from firmware_bridge.part_faults import free_input
from tests.firmware_bridge.test_firmware import Bench

CELLS = tuple(Cell(f"{column}{row}") for row in (1, 2) for column in "abcdefg")
FREE = 8
LOW, HIGH = len(CELLS) + FREE, len(CELLS) + FREE + 1
PARTS: dict[str, Any] = {
    "board": "bench",
    "spi": {"1": {"sck": 10, "mosi": 11, "miso": 12}},
    "cells": {
        "spi": 1,
        "latch": 9,
        "order": [*CELLS, *[None] * (FREE + 2)],
        "sentinels": {"low": [LOW], "high": [HIGH]},
    },
    "lamps": {"pin": 28, "cells": {cell: place for place, cell in enumerate(CELLS)}},
}
FREE_OF_BOTHER_MS = 30


@dataclass
class Walker:
    """A person who lays a piece where a light shines on a board on the bench, and sees what happens."""

    bench: Bench

    def walk(self) -> SwitchWalk:
        """Walk over all cells by the board's lights."""
        bench, machine = self.bench, self.bench.machine
        walk = begin_walk(CELLS, closed_at_rest(bench))
        while (cell := walk.asked) is not None:
            bench.host.send(Lights("", 0, 0, 0, ()))
            bench.host.send(Lights("", 255, 255, 255, (cell,)))
            bench.turns(FREE_OF_BOTHER_MS)
            lit = [
                CELLS[place] for place, colour in machine.miswired.seen(machine.lamps).items() if any(colour)
            ]
            if not lit:
                walk = answered(walk, frozenset(), is_dark=True)
                continue
            machine.cover(lit[0], covered=True)
            said = bench.turns(FREE_OF_BOTHER_MS)
            walk = answered(walk, switches_of(said))
            machine.cover(lit[0], covered=False)
            bench.turns(FREE_OF_BOTHER_MS)
        return walk


def switches_of(said: list[Message]) -> frozenset[Cell]:
    """The switches that a board reported as closing, those on free inputs among them."""
    closed = {Cell(one.cell) for one in said if isinstance(one, CellCovered)}
    places = {free_input(one.pad, one.fault) for one in said if isinstance(one, ReaderFault)}
    return frozenset(closed | {free_switch(place) for place in places if place is not None})


def closed_at_rest(bench: Bench) -> frozenset[Cell]:
    """The switches that are closed on an empty board, as its picture says."""
    low = bench.machine.miswired.lows(set(), ())
    return frozenset(CELLS[place] for place in low if place < len(CELLS))


def mistake(seed: int, bench: Bench) -> tuple[str, set[WiringFault]]:
    """Make one seeded mistake on a board; return the walk that finds it, and what must be named."""
    chance = random.Random(seed)  # noqa: S311 # the same mistakes each time
    wires = bench.machine.miswired
    one, other = chance.sample(range(len(CELLS)), 2)
    match ("swapped", "row", "joined", "dead", "closed", "dark", "misplaced", "all", "stray")[seed % 9]:
        case "swapped":
            wires.swap(one, other)
            return "switches", faults(WiringFaultKind.SWAPPED, (one, other), (other, one))
        case "row":
            wires.wires[:8] = reversed(wires.wires[:8])
            return "switches", faults(WiringFaultKind.SWAPPED, *((n, 7 - n) for n in range(8)))
        case "joined":
            wires.joined.append({one, other})
            return "switches", faults(WiringFaultKind.JOINED, (one, other), (other, one))
        case "dead":
            wires.stuck[one] = 1
            return "switches", faults(WiringFaultKind.DEAD, (one, None))
        case "closed":
            wires.stuck[one] = 0
            return "switches", faults(WiringFaultKind.CLOSED, (one, None))
        case "dark":
            wires.dark.add(one)
            return "lights", faults(WiringFaultKind.DARK, (one, None))
        case "stray":
            place = chance.randrange(len(CELLS), LOW)
            wires.swap(one, place)
            return "switches", {WiringFault(WiringFaultKind.STRAY, CELLS[one], place=place)}
        case "misplaced":
            wires.lamps |= {one: other, other: one}
            return "lights", faults(WiringFaultKind.MISPLACED, (one, other), (other, one))
        case _:
            shuffled = list(range(len(CELLS)))
            chance.shuffle(shuffled)
            wires.wires[: len(CELLS)] = [CELLS[place] for place in shuffled]
            wrong = [(place, shuffled.index(place)) for place in range(len(CELLS))]
            return "switches", faults(
                WiringFaultKind.SWAPPED, *(pair for pair in wrong if pair[0] != pair[1])
            )


def faults(kind: WiringFaultKind, *pairs: tuple[int, int | None]) -> set[WiringFault]:
    return {WiringFault(kind, CELLS[cell], None if other is None else CELLS[other]) for cell, other in pairs}


def learnt_board(kind: str, walk: SwitchWalk) -> tuple[dict[str, Any], set[WiringFault]]:
    """The board's file after a walk, and the faults that it named."""
    parts = json.loads(json.dumps(PARTS))
    if kind == "lights":
        lights = learnt_lights(walk, PARTS["lamps"]["cells"])
        parts["lamps"]["cells"] = dict(lights.places)
        return parts, set(lights.faults)
    switches = learnt_switches(walk)
    parts["cells"]["order"] = switches.order(PARTS["cells"]["order"])
    return parts, set(switches.faults)


def walked(bench: Bench) -> SwitchWalk:
    bench.power()
    return Walker(bench).walk()


@pytest.mark.parametrize("seed", range(18))
def test_a_mistake_of_the_soldering_iron_is_named_and_no_other(seed: int) -> None:
    bench = Bench(PARTS)
    kind, expected = mistake(seed, bench)
    _, named = learnt_board(kind, walked(bench))
    assert named == expected


@pytest.mark.parametrize("seed", [0, 1, 7, 8, 9, 16, 17])
def test_any_order_of_wires_is_right_after_the_walk(seed: int) -> None:
    bench = Bench(PARTS)
    kind, _ = mistake(seed, bench)
    parts, _ = learnt_board(kind, walked(bench))
    fresh = Bench(parts)
    fresh.machine.miswired.wires = bench.machine.miswired.wires
    fresh.power()
    for cell in CELLS:
        fresh.machine.cover(cell, covered=True)
        said = fresh.turns(FREE_OF_BOTHER_MS)
        fresh.machine.cover(cell, covered=False)
        said += fresh.turns(FREE_OF_BOTHER_MS)
        assert [(type(one), one.cell) for one in said if isinstance(one, CellCovered | CellClear)] == [
            (CellCovered, cell),
            (CellClear, cell),
        ]


def test_lights_in_any_order_are_right_after_their_walk() -> None:
    bench = Bench(PARTS)
    bench.machine.miswired.lamps = {place: (place + 5) % len(CELLS) for place in range(len(CELLS))}
    parts, _ = learnt_board("lights", walked(bench))
    assert parts["lamps"]["cells"] == {CELLS[(place + 5) % len(CELLS)]: place for place in range(len(CELLS))}


def test_a_piece_over_a_border_is_not_taken_for_joined_wires() -> None:
    walk = begin_walk(CELLS[:3], frozenset())
    for switches in ({"a1", "b1"}, {"b1"}, {"c1"}):
        walk = answered(walk, frozenset(Cell(one) for one in switches))
    assert learnt_switches(walk).faults == ()


def test_a_step_back_asks_for_the_last_cell_again() -> None:
    walk = answered(begin_walk(CELLS, frozenset()), frozenset(), is_dark=True)
    back = stepped_back(walk)
    assert (walk.asked, back.asked, back.dark) == (CELLS[1], CELLS[0], frozenset())
    assert stepped_back(back) == back


@given(st.permutations(CELLS), st.sets(st.sampled_from(CELLS)), st.integers(0, len(CELLS)))
def test_a_learnt_order_names_every_cell_once_whatever_was_answered(
    wires: list[Cell], dead: set[Cell], asked: int
) -> None:
    walk = begin_walk(CELLS, frozenset())
    for cell, switch in list(zip(CELLS, wires, strict=True))[:asked]:
        walk = answered(walk, frozenset() if cell in dead else frozenset({switch}))
    order = learnt_switches(walk).order([*CELLS, None])
    assert sorted(cell for cell in order if cell) == sorted(CELLS)
    for cell, switch in list(zip(CELLS, wires, strict=True))[:asked]:
        if cell not in dead:
            assert order[CELLS.index(switch)] == cell
