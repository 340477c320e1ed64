"""A maker's mistakes with the soldering iron: the board alone names each, or a walk over its cells does."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_bridge.learning import WiringFault, WiringFaultKind
from hardware.simulation.machine import Machine
from tests.firmware_bridge.test_firmware import Bench
from tests.firmware_bridge.test_learning import CELLS, LOW, PARTS, learnt_board, walked
from tests.firmware_bridge.test_selftest import DUEL, Alone, load

FULL = load("full.json")
GUIDE = Path(__file__).parents[2] / "docs" / "build-and-run" / "hardware.md"


@dataclass(frozen=True)
class Mistake:
    """One mistake that the board's own test finds; `make` returns how its words begin."""

    name: str
    parts: dict[str, Any]
    make: Callable[[Random, Machine], list[str]]


@dataclass(frozen=True)
class WalkedMistake:
    """One mistake that a walk over the cells finds; `make` returns what must be named."""

    name: str
    make: Callable[[Random, Machine], set[WiringFault]]


def reader(parts: dict[str, Any], wire: Callable[[Machine, str, dict[str, Any], Random], None]) -> Any:
    """Make a mistake at one reader, after which it doesn't answer."""

    def make(chance: Random, machine: Machine) -> list[str]:
        number = chance.randrange(len(parts["pads"]))
        pad = parts["pads"][number]
        wire(machine, pad["pad"], pad, chance)
        return [f"1-{number + 1} {pad['pad']}: no {pad['reader']} answers"]

    return make


def dead(machine: Machine, pad: str, _pins: dict[str, Any], _chance: Random) -> None:
    machine.readers[pad].dead = True


def open_wire(key: str) -> Callable[[Machine, str, dict[str, Any], Random], None]:
    def wire(machine: Machine, _pad: str, pins: dict[str, Any], chance: Random) -> None:
        machine.miswired.open_pins[pins[key]] = chance.randrange(2)

    return wire


def miso_open(machine: Machine, pad: str, _pins: dict[str, Any], _chance: Random) -> None:
    machine.miswired.miso[pad] = 0xFF


def miso_grounded(machine: Machine, pad: str, _pins: dict[str, Any], _chance: Random) -> None:
    machine.miswired.miso[pad] = 0x00


def mosi_open(machine: Machine, pad: str, _pins: dict[str, Any], chance: Random) -> None:
    machine.miswired.mosi[pad] = chance.choice((0x00, 0xFF))


def clock_open(machine: Machine, pad: str, _pins: dict[str, Any], _chance: Random) -> None:
    machine.miswired.unclocked.add(pad)


def failing(parts: dict[str, Any], flag: str, words: str) -> Any:
    """Make a mistake at one reader that answers all the same."""

    def make(chance: Random, machine: Machine) -> list[str]:
        number = chance.randrange(len(parts["pads"]))
        pad = parts["pads"][number]
        setattr(machine.readers[pad["pad"]], flag, True)
        code = 6 if flag == "deaf" else 1
        return [f"{code}-{number + 1} {pad['pad']}: {words.format(pad['reader'])}"]

    return make


def crossed(parts: dict[str, Any], key: str) -> Any:
    """Change one wire each of two readers for one another."""

    def make(chance: Random, machine: Machine) -> list[str]:
        one, other = sorted(chance.sample(range(len(parts["pads"])), 2))
        first, second = parts["pads"][one], parts["pads"][other]
        machine.miswired.cross(first[key], second[key])
        if first["reader"] == "pn5180":
            return [f"1-{n + 1} {pad['pad']}: no pn5180" for n, pad in ((one, first), (other, second))]
        # The tag still lies on the first pad when the second one's turn comes, and is read there.
        return [f"6-{one + 1} {first['pad']}: no tag was read, but at {second['pad']} one was"]

    return make


def selects_joined(_chance: Random, machine: Machine) -> list[str]:
    machine.miswired.joined_pins.append({pad["select"] for pad in DUEL["pads"]})
    pads = enumerate(DUEL["pads"], 1)
    return [f"1-{n} {pad['pad']}: its mfrc522 answers, but can't read" for n, pad in pads]


def button_open(chance: Random, machine: Machine) -> list[str]:
    number = chance.randrange(2)
    machine.miswired.open_pins[DUEL["buttons"][number]["pin"]] = 1
    return [f"5-{number + 1} {DUEL['buttons'][number]['pad']}: no press of end_turn was felt"]


def button_grounded(chance: Random, machine: Machine) -> list[str]:
    number = chance.randrange(2)
    machine.miswired.grounded_pins.add(DUEL["buttons"][number]["pin"])
    return [f"4-{number + 1} {DUEL['buttons'][number]['pad']}: end_turn is held"]


def buttons_crossed(_chance: Random, machine: Machine) -> list[str]:
    machine.miswired.cross(*(button["pin"] for button in DUEL["buttons"]))
    return [
        "5-1 south: no press of end_turn was felt, but end_turn of north was",
        "5-2 north: no press of end_turn was felt, but end_turn of south was",
    ]


def cut(*, high: bool) -> Any:
    def make(chance: Random, machine: Machine) -> list[str]:
        after = chance.randrange(1, 8)
        machine.cut_chain(after, int(high))
        # On an empty board all inputs read high: where they are cut off can't be seen.
        reach = 0 if high else after
        return [f"2-{reach + 1} cells: nothing is read beyond register {reach} of 8"]

    return make


def chain_off(chance: Random, machine: Machine) -> list[str]:
    machine.cut_chain(0, chance.randrange(2))
    return ["2-1 cells: nothing is read beyond register 0 of 8"]


def untied(_chance: Random, machine: Machine) -> list[str]:
    machine.miswired.untied.add(DUEL["cells"]["sentinels"]["low"][0])
    return ["2-"]


def switch_grounded(chance: Random, machine: Machine) -> list[str]:
    place = chance.randrange(61)
    machine.miswired.stuck[place] = 0
    cell = DUEL["cells"]["order"][place]
    return [f"3-{place // 8 + 1}-{place % 8 + 1} {cell}: its switch is closed"]


TESTED = (
    Mistake("an MFRC522 without 3V3 or ground", DUEL, reader(DUEL, dead)),
    Mistake("an MFRC522's MISO ends nowhere", DUEL, reader(DUEL, miso_open)),
    Mistake("an MFRC522's MISO touches ground", DUEL, reader(DUEL, miso_grounded)),
    Mistake("an MFRC522's MOSI ends nowhere", DUEL, reader(DUEL, mosi_open)),
    Mistake("an MFRC522's SCK ends nowhere", DUEL, reader(DUEL, clock_open)),
    Mistake("an MFRC522's SDA ends nowhere", DUEL, reader(DUEL, open_wire("select"))),
    Mistake("an MFRC522's RST ends nowhere", DUEL, reader(DUEL, open_wire("reset"))),
    Mistake("the SDA wires of two MFRC522 are changed", DUEL, crossed(DUEL, "select")),
    Mistake("the SDA wires of two MFRC522 are joined", DUEL, selects_joined),
    Mistake("an MFRC522's antenna is broken", DUEL, failing(DUEL, "deaf", "no tag was read")),
    Mistake(
        "an MFRC522's supply gives way",
        DUEL,
        failing(DUEL, "starved", "its {} answers, but restarts under its field"),
    ),
    Mistake("a PN5180 without 3V3 or ground", FULL, reader(FULL, dead)),
    Mistake("a PN5180 without 5 V", FULL, failing(FULL, "weak", "its {} answers, but makes no field")),
    Mistake("a PN5180's MISO ends nowhere", FULL, reader(FULL, miso_open)),
    Mistake("a PN5180's BUSY ends nowhere", FULL, reader(FULL, open_wire("busy"))),
    Mistake("the BUSY wires of two PN5180 are changed", FULL, crossed(FULL, "busy")),
    Mistake("a PN5180's NSS ends nowhere", FULL, reader(FULL, open_wire("select"))),
    Mistake("the NSS wires of two PN5180 are changed", FULL, crossed(FULL, "select")),
    Mistake("a PN5180's RST ends nowhere", FULL, reader(FULL, open_wire("reset"))),
    Mistake("a PN5180's antenna is torn off", FULL, failing(FULL, "deaf", "no tag was read")),
    Mistake(
        "a PN5180's supply gives way",
        FULL,
        failing(FULL, "starved", "its {} answers, but restarts under its field"),
    ),
    Mistake("a button's wire ends nowhere", DUEL, button_open),
    Mistake("a button's wire touches ground", DUEL, button_grounded),
    Mistake("the wires of two buttons are changed", DUEL, buttons_crossed),
    Mistake("the chain's cable is cut, what is behind reads low", DUEL, cut(high=False)),
    Mistake("the chain's cable is cut, what is behind reads high", DUEL, cut(high=True)),
    Mistake("the chain's latch, clock or data wire ends nowhere", DUEL, chain_off),
    Mistake("a sentinel isn't tied", DUEL, untied),
    Mistake("a switch's wire touches ground", DUEL, switch_grounded),
)


def switches_crossed(chance: Random, machine: Machine) -> set[WiringFault]:
    one, other = chance.sample(range(len(CELLS)), 2)
    machine.miswired.swap(one, other)
    kind = WiringFaultKind.SWAPPED
    return {WiringFault(kind, CELLS[one], CELLS[other]), WiringFault(kind, CELLS[other], CELLS[one])}


def switches_joined(chance: Random, machine: Machine) -> set[WiringFault]:
    one, other = chance.sample(range(len(CELLS)), 2)
    machine.miswired.joined.append({one, other})
    kind = WiringFaultKind.JOINED
    return {WiringFault(kind, CELLS[one], CELLS[other]), WiringFault(kind, CELLS[other], CELLS[one])}


def switch_dead(chance: Random, machine: Machine) -> set[WiringFault]:
    place = chance.randrange(len(CELLS))
    machine.miswired.stuck[place] = 1
    return {WiringFault(WiringFaultKind.DEAD, CELLS[place])}


def switch_strayed(chance: Random, machine: Machine) -> set[WiringFault]:
    place, free = chance.randrange(len(CELLS)), chance.randrange(len(CELLS), LOW)
    machine.miswired.swap(place, free)
    return {WiringFault(WiringFaultKind.STRAY, CELLS[place], place=free)}


def light_dark(chance: Random, machine: Machine) -> set[WiringFault]:
    place = chance.randrange(len(CELLS))
    machine.miswired.dark.add(place)
    return {WiringFault(WiringFaultKind.DARK, CELLS[place])}


def lights_behind_dark(chance: Random, machine: Machine) -> set[WiringFault]:
    first = chance.randrange(1, len(CELLS))
    machine.miswired.dark |= set(range(first, len(CELLS)))
    return {WiringFault(WiringFaultKind.DARK, cell) for cell in CELLS[first:]}


def lights_crossed(chance: Random, machine: Machine) -> set[WiringFault]:
    one, other = chance.sample(range(len(CELLS)), 2)
    machine.miswired.lamps |= {one: other, other: one}
    kind = WiringFaultKind.MISPLACED
    return {WiringFault(kind, CELLS[one], CELLS[other]), WiringFault(kind, CELLS[other], CELLS[one])}


WALKED = (
    WalkedMistake("two switches' wires are changed", switches_crossed),
    WalkedMistake("two switches' wires are joined", switches_joined),
    WalkedMistake("a hex's switches have no supply, or their wire ends nowhere", switch_dead),
    WalkedMistake("a switch's wire ends at a free input", switch_strayed),
    WalkedMistake("one light is dark", light_dark),
    WalkedMistake("the lights' chain is broken", lights_behind_dark),
    WalkedMistake("two lights are changed", lights_crossed),
)


def seeded(seed: int) -> Random:
    return random.Random(seed)  # noqa: S311 # the same mistakes each time


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("mistake", TESTED, ids=lambda one: one.name)
def test_a_board_names_its_fault_alone_and_no_other(mistake: Mistake, seed: int) -> None:
    alone = Alone(mistake.parts)
    expected = mistake.make(seeded(seed), alone.machine)
    said = alone.walk()
    assert len(said) == len(expected), said
    assert [words[: len(begins)] for words, begins in zip(said, expected, strict=True)] == expected


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("mistake", WALKED, ids=lambda one: one.name)
def test_a_walk_over_the_cells_names_the_fault_and_no_other(mistake: WalkedMistake, seed: int) -> None:
    bench = Bench(PARTS)
    expected = mistake.make(seeded(seed), bench.machine)
    walk = walked(bench)
    kind = "lights" if {one.kind for one in expected} <= LIGHT_FAULTS else "switches"
    assert learnt_board(kind, walk)[1] == expected


LIGHT_FAULTS = {WiringFaultKind.DARK, WiringFaultKind.MISPLACED}


@pytest.mark.parametrize("name", ["duel.json", "full.json"])
def test_a_board_that_is_wired_right_has_no_fault(name: str) -> None:
    assert Alone(load(name)).walk() == []


def test_the_page_lists_every_mistake_that_is_named() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    listed = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]
    for mistake in (*TESTED, *WALKED):
        assert mistake.name in listed
