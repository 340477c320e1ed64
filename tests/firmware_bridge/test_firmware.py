"""The firmware with simulated chips, against the host's end of the link; time stands still between turns."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from firmware_bridge.link.fields import Uid
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import (
    Brightness,
    Button,
    CellClear,
    CellCovered,
    Hello,
    Lights,
    Message,
    PictureCells,
    PictureSwitched,
    PictureTag,
    PictureTold,
    ReadTag,
    Sound,
    TagContent,
    TagGone,
    TagPlaced,
    TellPicture,
    WriteTag,
)
from firmware_bridge.link.session import LinkEvent, Ready, Received
from hardware.firmware.warden import configuration
from hardware.firmware.warden.running import Running
from hardware.simulation.clock import PERIOD
from hardware.simulation.clock import Bench as BenchClock
from hardware.simulation.machine import Machine

BOUNCE_MS = 20
"""The longest that a button's data sheet allows its contact to bounce (Namae JTP-1136C)."""

PARTS: dict[str, Any] = {
    "board": "test board",
    "spi": {"0": {"sck": 18, "mosi": 19, "miso": 16}, "1": {"sck": 10, "mosi": 11, "miso": 12}},
    "pads": [
        {"pad": "west", "reader": "mfrc522", "spi": 0, "select": 17, "reset": 20},
        {"pad": "east", "reader": "pn5180", "spi": 0, "select": 21, "reset": 22, "busy": 26},
    ],
    "buttons": [{"pad": "west", "button": "end_turn", "pin": 2}],
    "cells": {"spi": 1, "latch": 9, "order": ["a2", "b2", "f6", None, "c1", "c2", "c3", "c4", "c5"]},
    "lamps": {"pin": 28, "cells": {"a2": 0, "b2": 1, "f6": 2}, "pads": {"west": [3, 4]}, "brightness": 40},
    "buzzer": {"pin": 15},
    "watchdog_ms": 2000,
}


@dataclass
class Wire:
    """The board's port, whose other end the test holds."""

    to_board: bytes = b""
    to_host: bytes = b""

    def read(self) -> bytes:
        data, self.to_board = self.to_board, b""
        return data

    def write(self, data: bytes) -> int:
        self.to_host += data
        return len(data)


@dataclass
class Bench:
    """A board on the bench: its parts, and its reports to the host."""

    parts: dict[str, Any]
    time: BenchClock = field(default_factory=BenchClock)
    wire: Wire = field(default_factory=Wire)
    events: list[LinkEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        text = json.dumps(self.parts)
        self.machine = Machine(configuration.read(text), self.time)
        self.text = text
        self.host = HostLink(5)

    def start(self) -> None:
        self.board = Running(self.machine, self.machine.neopixel, self.wire, self.time, self.text)

    def power(self) -> Hello:
        """Switch the board on and let host and board find one another."""
        self.start()
        self.turns(300)
        return next(event.hello for event in self.events if isinstance(event, Ready))

    def turns(self, milliseconds: int) -> list[Message]:
        """Let time pass; return the reports to the host."""
        before = len(self.events)
        until = self.time.passed_ms + milliseconds
        while self.time.passed_ms < until:
            self.time.spend(1000 * max(1, self.board.turn()))
            now = self.time.passed_ms / 1000
            data, self.wire.to_host = self.wire.to_host, b""
            self.events += self.host.receive_data(data, now)
            self.wire.to_board += self.host.data_to_send(now)
        return [event.message for event in self.events[before:] if isinstance(event, Received)]


@pytest.fixture
def bench() -> Bench:
    bench = Bench(PARTS)
    bench.power()
    return bench


def bare(messages: list[Message]) -> list[tuple[object, ...]]:
    """Events without counter and time."""
    out: list[tuple[object, ...]] = []
    for message in messages:
        match message:
            case Button(pad=pad, button=button):
                out.append((Button, pad, button))
            case TagPlaced(pad=pad, uid=uid) | TagGone(pad=pad, uid=uid):
                out.append((type(message), pad, uid.hex()))
            case CellCovered(cell=cell) | CellClear(cell=cell):
                out.append((type(message), cell))
    return out


def test_a_board_says_who_it_is_and_what_it_has() -> None:
    hello = Bench(PARTS).power()
    assert hello.board == "test board"
    assert hello.abilities == ("buttons", "tags", "cells", "lights", "sound", "simulated")
    assert hello.pads == ("west", "east")
    assert hello.identity == "b0a20001"
    assert hello.configuration == configuration.number_of(json.dumps(PARTS, indent=3))
    assert hello.faults == ()


def test_a_press_that_bounces_is_reported_once(bench: Bench) -> None:
    sent = []
    for down in (True, False, True, False, True):
        bench.machine.press("west", "end_turn", down=down)
        sent += bench.turns(2)
    assert bare(sent + bench.turns(50)) == [(Button, "west", "end_turn")]
    bench.machine.press("west", "end_turn", down=False)
    bench.turns(50)
    bench.machine.press("west", "end_turn", down=True)
    assert bare(bench.turns(50)) == [(Button, "west", "end_turn")]


def bounce(bench: Bench, chance: Random, *, until_down: bool) -> list[Message]:
    """Close or open a contact that bounces for up to 20 ms, in stretches of any length."""
    left, sent = chance.randint(0, BOUNCE_MS), []
    down = until_down
    while left:
        long = chance.randint(1, left)
        bench.machine.press("west", "end_turn", down=down)
        sent += bench.turns(long)
        left, down = left - long, not down
    bench.machine.press("west", "end_turn", down=until_down)
    return sent


def test_two_hundred_presses_that_bounce_as_buttons_may_are_two_hundred(bench: Bench) -> None:
    chance, sent = Random(20), []  # noqa: S311 # a test's own chance
    for _ in range(200):
        for until_down, held_ms in ((True, 50), (False, 60)):
            sent += bounce(bench, chance, until_down=until_down)
            sent += bench.turns(held_ms)
    assert bare(sent) == [(Button, "west", "end_turn")] * 200


def test_a_dip_of_a_few_milliseconds_is_no_press_and_a_short_gap_no_second_one(bench: Bench) -> None:
    for long in (1, 2, 4, 6):
        bench.machine.press("west", "end_turn", down=True)
        sent = bench.turns(long)
        bench.machine.press("west", "end_turn", down=False)
        assert bare(sent + bench.turns(40)) == []
    bench.machine.press("west", "end_turn", down=True)
    sent = bench.turns(40)
    bench.machine.press("west", "end_turn", down=False)
    sent += bench.turns(4)
    bench.machine.press("west", "end_turn", down=True)
    assert bare(sent + bench.turns(40)) == [(Button, "west", "end_turn")]


@pytest.mark.parametrize("uid", ["04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6a7b8c9"])
def test_a_tag_of_every_length_is_read(bench: Bench, uid: str) -> None:
    bench.machine.lay("west", (bytes.fromhex(uid),))
    assert bare(bench.turns(300)) == [(TagPlaced, "west", uid)]
    bench.machine.lay("west", ())
    assert bare(bench.turns(600)) == [(TagGone, "west", uid)]


def test_a_tag_that_fails_to_read_once_has_not_gone(bench: Bench) -> None:
    bench.machine.lay("west", (bytes.fromhex("04a1b2c3"),))
    bench.turns(300)
    bench.machine.readers["west"].deaf = True
    bench.turns(100)
    bench.machine.readers["west"].deaf = False
    assert bare(bench.turns(600)) == []


def test_a_whole_stack_is_read_however_its_numbers_collide(bench: Bench) -> None:
    # The last four agree in their lower 12 bits, so three rounds of slots collide before they part.
    uids = [f"e004{number:012x}" for number in (0x01, 0x02, 0x11, 0x1111, 0x2111, 0x3111, 0x13111)]
    bench.machine.lay("east", tuple(bytes.fromhex(uid) for uid in uids))
    assert bare(bench.turns(300)) == [(TagPlaced, "east", uid) for uid in sorted(uids)]
    bench.machine.lay("east", (bytes.fromhex(uids[0]),))
    assert sorted(bare(bench.turns(800))) == [(TagGone, "east", uid) for uid in sorted(uids[1:])]


def test_every_cell_of_the_chain_is_reported_by_its_name(bench: Bench) -> None:
    for cell in [cell for cell in PARTS["cells"]["order"] if cell]:
        bench.machine.cover(cell, covered=True)
        assert bare(bench.turns(40)) == [(CellCovered, cell)]
        bench.machine.cover(cell, covered=False)
        assert bare(bench.turns(40)) == [(CellClear, cell)]


def test_the_picture_is_all_that_lies_there(bench: Bench) -> None:
    bench.machine.lay("east", (bytes.fromhex("e004000000000001"), bytes.fromhex("e004000000000002")))
    bench.machine.cover("c5", covered=True)
    bench.turns(400)
    bench.host.send(TellPicture())
    assert bench.turns(100) == [
        PictureTag("east", Uid(bytes.fromhex("e004000000000001"))),
        PictureTag("east", Uid(bytes.fromhex("e004000000000002"))),
        PictureSwitched(("a2", "b2", "f6", "c1", "c2", "c3", "c4", "c5")),
        PictureCells(("c5",)),
        PictureTold(3, 2, 1, 8),
    ]


def test_orders_light_the_lamps_and_sound(bench: Bench) -> None:
    bench.host.send(Lights("", 255, 0, 0, ("f6", "a2")))
    bench.host.send(Lights("west", 0, 0, 255, ()))
    bench.host.send(Sound("", "warning"))
    bench.turns(700)
    assert bench.machine.lamps == [(102, 0, 0), (0, 0, 0), (102, 0, 0), (0, 0, 102), (0, 0, 102)]
    assert bench.machine.tones == [440, 330]


def test_brightness_dims_what_the_board_s_file_allows(bench: Bench) -> None:
    bench.host.send(Lights("", 255, 0, 0, ("f6",)))
    bench.host.send(Brightness(50))
    bench.turns(100)
    assert bench.machine.lamps[2] == (51, 0, 0)
    bench.host.send(Brightness(0))
    bench.turns(100)
    assert bench.machine.lamps[2] == (0, 0, 0)


@pytest.mark.parametrize(
    ("pad", "uid"), [("west", "04a1b2c3d4e5f6"), ("east", "e004000000000002")], ids=["mfrc522", "pn5180"]
)
def test_a_tag_keeps_what_is_written_on_it(bench: Bench, pad: str, uid: str) -> None:
    tag, text = Uid(bytes.fromhex(uid)), b"\x03\x05 text" + bytes(range(40))
    bench.machine.lay(pad, (tag,))
    bench.host.send(WriteTag(pad, tag, text))
    written = [one for one in bench.turns(300) if isinstance(one, TagContent)]
    assert [(one.uid, one.content[: len(text)], one.fault) for one in written] == [(tag, text, "")]
    # Taken away and laid down again it has kept it, and it's still read as a tag.
    bench.machine.lay(pad, ())
    bench.turns(600)
    bench.machine.lay(pad, (tag,))
    bench.host.send(ReadTag(pad, tag))
    again = bench.turns(600)
    assert written[0] in again
    assert (TagPlaced, pad, uid) in bare(again)


def test_a_tag_that_has_gone_or_takes_nothing_is_said(bench: Bench) -> None:
    classic, gone = Uid(bytes.fromhex("04a1b2c3")), Uid(bytes.fromhex("e004000000000001"))
    bench.machine.lay("west", (classic,))
    bench.host.send(WriteTag("west", classic, b"text"))
    bench.host.send(ReadTag("east", gone))
    bench.host.send(ReadTag("nowhere", gone))
    assert [one.fault for one in bench.turns(300) if isinstance(one, TagContent)] == [
        "it can't be written",
        "it can't be read",
        "no reader works at this pad",
    ]


def test_more_light_than_the_supply_gives_is_dimmed_all_alike() -> None:
    lamps = {"pin": 28, "cells": {f"c{n}": n for n in range(100)}, "brightness": 100, "limit_ma": 500}
    bench = Bench({"board": "bright", "lamps": lamps})
    bench.power()
    bench.host.send(Lights("", 255, 255, 255, ()))
    bench.turns(100)
    drawn = sum(sum(colour) for colour in bench.machine.lamps) * 20 / 255
    assert 450 <= drawn <= 500
    assert len(set(bench.machine.lamps)) == 1


def test_events_of_a_time_without_a_host_are_reported_when_it_comes() -> None:
    bench = Bench(PARTS)
    bench.start()
    bench.machine.press("west", "end_turn", down=True)
    for _ in range(20):
        bench.time.spend(1000)
        bench.board.turn()
    assert bare(bench.turns(300)) == [(Button, "west", "end_turn")]


def test_a_dead_reader_is_named_and_the_rest_works() -> None:
    bench = Bench(PARTS)
    parts = json.loads(json.dumps(PARTS))
    # Nothing is connected to the select line that the configuration names.
    bench.machine = Machine(
        configuration.read(json.dumps({**parts, "pads": parts["pads"][1:], "buttons": []})), bench.time
    )
    assert bench.power().faults == ("west: no mfrc522 answers",)
    bench.machine.lay("east", (bytes.fromhex("e004000000000001"),))
    assert bare(bench.turns(300)) == [(TagPlaced, "east", "e004000000000001")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"boart": 1}, "'boart' is none of board, chip, spi"),
        ({"board": ""}, "'board' is the board's name"),
        ({"pads": [{"pad": "west", "reader": "rc522", "spi": 0}]}, "expected a reader of mfrc522, pn5180"),
        ({"buttons": [{"pad": "north", "button": "end_turn", "pin": 2}]}, "its pad is none of west, east"),
        ({"buttons": [{"pad": "west", "button": "end_turn", "pin": 17}]}, "pin 17 is pads"),
        ({"cells": {"spi": 0, "latch": 9, "order": ["a2"]}}, "needs a bus of its own"),
        ({"cells": {"spi": 1, "latch": 9, "order": ["a2", "a2"]}}, "each once"),
        ({"lamps": {"pin": 28, "brightness": 101}}, "a percentage from 1 to 100"),
        ({"lamps": {"pin": 28, "cells": {}, "pads": {"west": []}}}, "a lamp under a cell or at a pad"),
    ],
)
def test_an_unusable_configuration_is_refused_by_name(change: dict[str, Any], said: str) -> None:
    with pytest.raises(configuration.Unusable, match=said):
        configuration.read(json.dumps({**PARTS, **change}))


def test_a_board_goes_on_when_its_ticks_go_round() -> None:
    bench = Bench(PARTS, BenchClock(starts_at_ms=PERIOD - 2000))
    hello = bench.power()
    before = bench.turns(500)
    sent = []
    for down in (True, False) * 3:
        bench.machine.press("west", "end_turn", down=down)
        bench.machine.cover("f6", covered=down)
        sent += bench.turns(1000)
    presses = [one for one in sent if isinstance(one, Button)]
    cells = [one for one in sent if isinstance(one, (CellCovered, CellClear))]
    assert (len(presses), len(cells)) == (3, 6)
    times = [one.at_ms for one in sent if isinstance(one, (Button, CellCovered, CellClear))]
    assert times == sorted(times)
    assert hello.at_ms < times[0]
    assert times[-1] - times[0] == pytest.approx(5000, abs=50)
    assert before == []
