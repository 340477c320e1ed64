"""A board without a host tests its own parts and blinks what is wrong; a button at plug-in chooses."""

import json
from dataclasses import dataclass, field
from itertools import chain, groupby, pairwise
from typing import Any

import pytest

from hardware.drawing import BOARDS
from hardware.firmware import loader
from hardware.firmware.warden import configuration
from hardware.firmware.warden.blinks import Blinks, flashes
from hardware.firmware.warden.running import Running
from hardware.simulation.clock import Bench as BenchClock
from hardware.simulation.machine import Machine
from tests.firmware_bridge.test_firmware import Wire


def load(name: str) -> Any:
    """Return a board's file."""
    return json.loads((BOARDS / name).read_text(encoding="utf-8"))


DUEL = load("duel.json")
ORDER = DUEL["cells"]["order"]
LED = 25
TAGS = {"mfrc522": bytes.fromhex("04a1b2c3"), "pn5180": bytes.fromhex("e004000000000001")}
"""The tag that the person has, by the reader's kind."""


@dataclass
class Alone:
    """A board that nobody listens to, and a person.

    The person presses each button whose pad is lit white, and lays a tag on each pad that is lit blue.
    """

    parts: dict[str, Any] = field(default_factory=lambda: DUEL)

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
        for wait in test.steps():
            self._act()
            self.time.spend(1000 * wait)
        self.board.found(test.faults)
        return [f"{'-'.join(map(str, numbers))} {where}: {what}" for numbers, where, what in test.faults]

    def _act(self) -> None:
        """Do what a person does who sees the lights."""
        shown = self.machine.miswired.seen(self.machine.lamps)
        lit = {place: colour for place, colour in shown.items() if any(colour)}
        self.seen += lit if len(lit) == 1 else ()
        asked = {pad for pad, places in self.parts["lamps"]["pads"].items() if set(places) == lit.keys()}
        blue = all(red == green == 0 for red, green, _ in lit.values())
        for button in self.parts["buttons"]:
            self.machine.press(button["pad"], button["button"], down=button["pad"] in asked and not blue)
        for pad in self.parts["pads"]:
            lies = pad["pad"] in asked and blue
            self.machine.lay(pad["pad"], (TAGS[pad["reader"]],) if lies else ())

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
    alone.machine.lay("north", (TAGS["mfrc522"],))
    board = Running(alone.machine, alone.machine.neopixel, Wire(), alone.time, alone.text)
    loader.test(board, alone.time, alone.said.append)
    assert alone.said == ["1-1 south: no mfrc522 answers"]
    assert alone.machine.fed > 60
