"""A board without a host tests its own parts and blinks what is wrong; a button at plug-in chooses."""

import json
import random
from dataclasses import dataclass, field
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from hardware.firmware import loader
from hardware.firmware.warden import configuration
from hardware.firmware.warden.blinks import Blinks, flashes
from hardware.firmware.warden.running import Running
from hardware.simulation import reader_mfrc522
from hardware.simulation.clock import Bench as BenchClock
from hardware.simulation.machine import Machine
from tests.firmware_bridge.test_firmware import Wire

DUEL = json.loads(
    (Path(__file__).parents[2] / "hardware" / "boards" / "duel.json").read_text(encoding="utf-8")
)
ORDER = DUEL["cells"]["order"]
LED = 25


@dataclass
class Alone:
    """A board that nobody listens to, and a person who presses each button whose pad is lit."""

    parts: dict[str, Any] = field(default_factory=lambda: DUEL)
    presses: bool = True

    def __post_init__(self) -> None:
        text = json.dumps(self.parts)
        self.time = BenchClock()
        self.machine = Machine(configuration.read(text), self.time)
        self.text = text
        self.seen: list[int] = []
        self.said: list[str] = []

    def walk(self) -> list[str]:
        """Test everything; return what the board said."""
        self.board = Running(self.machine, self.machine.neopixel, Wire(), self.time, self.text)
        test = self.board.selftest()
        pads = self.parts["lamps"]["pads"]
        for wait in test.steps():
            lit = [
                place
                for place, colour in self.machine.miswired.seen(self.machine.lamps).items()
                if any(colour)
            ]
            self.seen += lit if len(lit) == 1 else []
            for button in self.parts["buttons"] if self.presses else ():
                down = bool(lit) and set(lit) == set(pads[button["pad"]])
                self.machine.press(button["pad"], button["button"], down=down)
            self.time.spend(1000 * wait)
        self.board.found(test.faults)
        return [f"{'-'.join(map(str, numbers))} {where}: {what}" for numbers, where, what in test.faults]

    def blinks(self, milliseconds: int = 30_000) -> list[tuple[int, ...]]:
        """Let the board run alone for so long; return the faults that its LED shows."""
        self.machine.blinked.clear()
        levels: list[tuple[int, int]] = []
        until = self.time.passed_ms + milliseconds
        while self.time.passed_ms < until:
            self.time.spend(1000 * max(1, self.board.turn()))
            levels.append((self.time.passed_ms, dict(self.machine.blinked).get(LED, 0)))
        return read_blinks(levels)


def read_blinks(levels: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The numbers that a person counts: longer darks end a number, the longest ends a fault."""
    runs = [(level, [at for at, _ in group]) for level, group in groupby(levels, key=lambda one: one[1])]
    faults: list[tuple[int, ...]] = []
    numbers: list[int] = []
    count = 0
    started = False
    for (level, times), (_, later) in pairwise(runs):
        long = later[0] - times[0]
        if level:
            count += 1
        elif long > 3000:
            if started and count:
                faults.append((*numbers, count))
            started, numbers, count = True, [], 0
        elif long > 1000 and started:
            numbers.append(count)
            count = 0
        elif not started:
            count = 0
    return list(dict.fromkeys(faults))


def test_a_board_on_which_all_is_well_lights_every_light_alone_and_says_nothing() -> None:
    alone = Alone()
    assert alone.walk() == []
    lamps = DUEL["lamps"]
    count = 1 + max(chain(lamps["cells"].values(), *lamps["pads"].values()))
    assert list(dict.fromkeys(alone.seen))[:count] == list(range(count))
    assert {colour for colour in alone.machine.lamps if any(colour)} == {alone.machine.lamps[0]}


def test_the_light_of_a_board_without_faults_stays_dark() -> None:
    alone = Alone()
    alone.walk()
    assert alone.blinks(4000) == []


def test_what_is_wrong_is_blinked_as_its_numbers() -> None:
    alone = Alone()
    alone.machine.readers["north"].dead = True
    alone.machine.miswired.stuck[12] = 0
    assert alone.walk() == [
        "1-2 north: no mfrc522 answers",
        "3-2-5 b3: its switch is closed with nothing on it",
    ]
    assert set(alone.blinks()) == {(1, 2), (3, 2, 5)}


def test_blinks_go_dark_when_a_host_comes() -> None:
    shown: list[int] = []
    blinks = Blinks(shown.append)
    blinks.show(((1, 1),))
    blinks.tick(0)
    blinks.show(())
    for now in range(0, 9000, 50):
        blinks.tick(now)
    assert shown == [1, 0]


def test_a_fault_is_flashed_long_first_and_short_after() -> None:
    lit = [long for level, long in flashes(((2, 3),)) if level]
    assert lit == [600, 600, 200, 200, 200]


def wrong(seed: int) -> tuple[Alone, str]:
    """A board with one seeded fault of its wires, and how its words begin."""
    chance = random.Random(seed)  # noqa: S311 # the same mistakes each time
    alone = Alone()
    miswired = alone.machine.miswired
    kinds = ("reader", "rail", "cut", "untied", "low", "unfelt", "held")
    match kinds[seed % len(kinds)]:
        case "reader":
            number = chance.randrange(2)
            alone.machine.readers[DUEL["pads"][number]["pad"]].dead = True
            return alone, f"1-{number + 1} {DUEL['pads'][number]['pad']}: no mfrc522"
        case "rail":
            number = chance.randrange(2)
            reader = alone.machine.readers[DUEL["pads"][number]["pad"]]
            assert isinstance(reader, reader_mfrc522.Chip)
            reader.lines = chance.choice((0x00, 0xFF))
            return alone, f"1-{number + 1} {DUEL['pads'][number]['pad']}: no mfrc522"
        case "cut":
            after = chance.randrange(8)
            high = chance.randrange(2)
            alone.machine.cut_chain(after, high)
            # On an empty board all inputs read high: where they are cut off can't be seen.
            reach = 0 if high else after
            return alone, f"2-{reach + 1} cells: nothing is read beyond register {reach} of 8"
        case "untied":
            miswired.untied.add(62)
            return alone, "2-"
        case "low":
            place = chance.randrange(61)
            miswired.stuck[place] = 0
            return alone, f"3-{place // 8 + 1}-{place % 8 + 1} {ORDER[place]}: its switch is closed"
        case "unfelt":
            number = chance.randrange(2)
            miswired.open_buttons.add(DUEL["buttons"][number]["pin"])
            return alone, f"5-{number + 1} {DUEL['buttons'][number]['pad']}: no press of end_turn"
        case _:
            number = chance.randrange(2)
            miswired.shorted_buttons.add(DUEL["buttons"][number]["pin"])
            return alone, f"4-{number + 1} {DUEL['buttons'][number]['pad']}: end_turn is held"


@pytest.mark.parametrize("seed", range(14))
def test_a_fault_that_a_board_can_find_alone_is_named_and_no_other(seed: int) -> None:
    alone, begins = wrong(seed)
    said = alone.walk()
    assert [words[: len(begins)] for words in said] == [begins]


@pytest.mark.parametrize(
    ("held_ms", "expected"),
    [(0, loader.RUN), (10, loader.RUN), (200, loader.TEST), (2500, loader.TEST), (4000, loader.CONSOLE)],
)
def test_a_button_held_at_plug_in_chooses_between_test_and_console(held_ms: int, expected: str) -> None:
    class Fingered(BenchClock):
        """A clock that a person's finger follows: it lets go after a while."""

        def sleep_us(self, microseconds: int) -> None:
            super().sleep_us(microseconds)
            machine.press("north", "end_turn", down=self.passed_ms < held_ms)

    clock = Fingered()
    machine = Machine(configuration.read(json.dumps(DUEL)), clock)
    machine.press("north", "end_turn", down=held_ms > 0)
    assert loader.chosen(machine, clock, json.dumps(DUEL)) == expected


@pytest.mark.parametrize("text", ["", "{", "[]", '{"buttons": [{}]}', '{"buttons": 3}'])
def test_a_board_file_that_can_t_be_read_leaves_the_choice_to_the_firmware(text: str) -> None:
    clock = BenchClock()
    assert loader.chosen(Machine({}, clock), clock, text) == loader.RUN


def test_the_test_says_each_fault_as_a_line_and_feeds_the_watchdog() -> None:
    alone = Alone({**DUEL, "buttons": [], "watchdog_ms": 2000})
    alone.machine.readers["south"].dead = True
    board = Running(alone.machine, alone.machine.neopixel, Wire(), alone.time, alone.text)
    loader.test(board, alone.time, alone.said.append)
    assert alone.said == ["1-1 south: no mfrc522 answers"]
    assert alone.machine.fed > 60
