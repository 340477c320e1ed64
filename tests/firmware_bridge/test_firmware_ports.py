"""One script for every port of the firmware, on real pseudo-terminals, talking to the bridge's serial line.

MicroPython runs the firmware itself; simavr runs the Arduino port on an emulated ATmega328P.
"""

import json
import os
import select
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from engine.bus.messages.boards import (
    BrightnessOrder,
    DeviceOrder,
    DeviceOrderKind,
    LightsOrder,
    SoundOrder,
    TagOrder,
)
from engine.core.device_events import format_content
from engine.core.ids import Cell
from engine.core.programs import is_hidden
from firmware_bridge.board_reports import BoardReport, BoardSaid, Came, Pictured
from firmware_bridge.serial_line import SerialLine
from hardware.arduino import build
from tests.firmware_bridge.test_firmware import PARTS
from tests.needs import ARDUINO, expect_packages
from tests.patience import PATIENCE_S

TOP = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")


class Cable:
    """Two terminals joined: what one end's program writes, the other's reads."""

    def __init__(self) -> None:
        self._ours, theirs = zip(os.openpty(), os.openpty(), strict=True)
        self._theirs = theirs
        for one in theirs:
            tty.setraw(one)
        self.ends = tuple(os.ttyname(one) for one in theirs)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        os.write(self._stop_write, b"!")
        self._thread.join()
        for file in (*self._ours, *self._theirs, self._stop_read, self._stop_write):
            os.close(file)

    def _carry(self) -> None:
        over = {self._ours[0]: self._ours[1], self._ours[1]: self._ours[0]}
        while True:
            readable, _, _ = select.select([*self._ours, self._stop_read], [], [])
            if self._stop_read in readable:
                return
            for file in readable:
                os.write(over[file], os.read(file, 4096))


class Table:
    """A running board, and the bridge's end of its line. `names`: places as this board calls them."""

    def __init__(self, command: list[str], names: dict[str, str], environment: dict[str, str]) -> None:
        self._cable = Cable()
        self._names = names
        self.said: Queue[BoardSaid] = Queue()
        self.line = SerialLine(self._cable.ends[1], self.said)
        self._board = subprocess.Popen(
            [*command, self._cable.ends[0]],
            cwd=TOP,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.line.start()

    def say(self, order: str, *places: str) -> str:
        """Move the table, or ask what it shows."""
        assert self._board.stdin is not None
        assert self._board.stdout is not None
        named = [self._names.get(place, place) for place in places]
        print(order, *named, file=self._board.stdin, flush=True)
        return self._board.stdout.readline().strip()

    def next_report(self) -> tuple[str, str, str, str]:
        """Return the next event as (device, event, name, value)."""
        said = self.next_event()
        return said.device, *format_content(said.content)

    def next_event(self) -> BoardReport:
        """Return the next event."""
        while True:
            said = self.said.get(timeout=PATIENCE_S)
            if isinstance(said, BoardReport):
                return said

    def plug_again(self, *, knocks: bool = False) -> None:
        """Start another bridge on the line; without word that a board is there it knocks first."""
        self.line.stop()
        self.said = Queue()
        self.line = SerialLine(self._cable.ends[1], self.said, knocks=knocks)
        self.line.start()
        assert isinstance(self.said.get(timeout=PATIENCE_S), Came)

    def stop(self) -> int:
        self.line.stop()
        with self._board as board:
            print("quit", file=board.stdin, flush=True)
            ended = board.wait(PATIENCE_S)
        self._cable.stop()
        return ended


@pytest.fixture(scope="session")
def arduino(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Compile the Arduino port and its simulator, once."""
    expect_packages(*ARDUINO)
    # Its clock goes round two seconds after its start, so that every test here may meet that.
    elf, runner = build.build(tmp_path_factory.mktemp("arduino"), starts_at_ms=(1 << 32) - 2000)
    return [str(runner), str(elf)]


@pytest.fixture
def micropython(tmp_path: Path) -> list[str]:
    if is_hidden("micropython") or not MICROPYTHON.exists():
        pytest.skip("for want of micropython, whose Unix port is packaged for Linux on x86_64 only")
    parts = tmp_path / "board.json"
    parts.write_text(json.dumps(PARTS), encoding="utf-8")
    return [str(MICROPYTHON), "hardware/simulation/run.py", str(parts)]


@pytest.fixture(params=["micropython", "arduino"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    command = request.getfixturevalue(request.param)
    arduino = {"west": "0", "b1": "1", "h2": "8"}
    table = Table(
        command,
        arduino if request.param == "arduino" else {"b1": "b2", "h2": "c5"},
        {"MICROPYPATH": f"{TOP}:.frozen"},
    )
    yield table
    assert table.stop() == 0


def press(table: Table) -> None:
    """Press west's button and let it go, once the press was reported."""
    order = ("press", "west", "end_turn")
    assert table.say(*order) == "ok"
    assert table.next_report() == ("pad.west", "button", "end_turn", "")
    assert table.say("release", *order[1:]) == "ok"


def test_every_port_is_found_and_tells_presses_and_cells(table: Table) -> None:
    came = table.said.get(timeout=PATIENCE_S)
    assert isinstance(came, Came)
    assert came.hello.faults == ()
    assert {"buttons", "cells", "sound"} <= set(came.hello.abilities)
    # A board isn't asked for a part that it was built without.
    orders = ((LightsOrder(), "lights"), (BrightnessOrder(50), "lights"), (SoundOrder("turn"), "sound"))
    for order, needed in orders:
        assert table.line.can(DeviceOrder(order)) is (needed in came.hello.abilities)
    press(table)
    for cell in ("b1", "h2"):
        assert table.say("cover", cell) == "ok"
        _, event, name, value = table.next_report()
        assert (event, value) == ("cell", "covered")
        assert table.say("clear", cell) == "ok"
        assert table.next_report() == ("board", "cell", name, "clear")


def test_every_port_keeps_what_was_not_safe_and_tells_the_next_bridge_once(table: Table) -> None:
    assert isinstance(table.said.get(timeout=PATIENCE_S), Came)
    press(table)
    assert table.say("cover", "h2") == "ok"
    first = table.next_report()
    table.plug_again()
    assert [table.next_report(), table.next_report()] == [("pad.west", "button", "end_turn", ""), first]


def test_every_port_answers_who_knocks_in_letters_alone(table: Table) -> None:
    assert isinstance(table.said.get(timeout=PATIENCE_S), Came)
    # Also while it believes in the session of a bridge that has gone.
    table.plug_again(knocks=True)
    press(table)


def test_every_port_carries_a_hundred_events_in_order(table: Table) -> None:
    assert isinstance(table.said.get(timeout=PATIENCE_S), Came)
    values = []
    for _ in range(50):
        for order in ("cover", "clear"):
            table.say(order, "h2")
            values.append(table.next_report()[3])
    assert values == ["covered", "clear"] * 50
    assert table.line.state.counts.damaged == 0


def test_a_short_dip_on_a_button_s_line_is_no_press_on_any_port(table: Table) -> None:
    assert isinstance(table.said.get(timeout=PATIENCE_S), Came)
    for _ in range(5):
        assert table.say("dip", "west", "end_turn") == "ok"
    # The next report, and so instead of a press, is the next event.
    assert table.say("cover", "h2") == "ok"
    assert table.next_report()[1] == "cell"
    press(table)


def test_a_contact_that_opens_again_is_one_press_on_every_port(table: Table) -> None:
    assert isinstance(table.said.get(timeout=PATIENCE_S), Came)
    for _ in range(3):
        assert table.say("bounce", "west", "end_turn") == "ok"
        assert table.next_report() == ("pad.west", "button", "end_turn", "")
    assert table.say("cover", "h2") == "ok"
    assert table.next_report()[1] == "cell"


def test_an_arduino_s_events_keep_their_times_when_its_clock_goes_round(arduino: list[str]) -> None:
    table = Table(arduino, {"h2": "8"}, {})
    came = table.said.get(timeout=PATIENCE_S)
    assert isinstance(came, Came)
    assert came.hello.at_ms > 1 << 31
    assert isinstance(table.said.get(timeout=PATIENCE_S), Pictured)
    assert table.line.state.switched == tuple(
        [f"{column}1" for column in "abcdefgh"] + [f"{column}2" for column in "hgfedcba"]
    )
    until, last = time.monotonic() + 3.0, 0.0
    while last < until:
        for order in ("cover", "clear"):
            before = time.monotonic()
            table.say(order, "h2")
            said = table.next_event()
            # A simulated chip may lag behind on a busy machine; a clock that went round would be days off.
            assert max(last, before - PATIENCE_S) <= said.happened_at <= time.monotonic()
            last = said.happened_at
    assert table.stop() == 0


def under_micropython(micropython: list[str]) -> Table:
    return Table(micropython, {}, {"MICROPYPATH": f"{TOP}:.frozen"})


def test_tags_and_whole_stacks_are_read_under_micropython(micropython: list[str]) -> None:
    table = under_micropython(micropython)
    assert table.say("lay", "west", "04A1B2C3D4E5F6") == "ok"
    assert table.next_report() == ("pad.west", "tag", "west", "04A1B2C3D4E5F6")
    assert table.say("lay", "west") == "ok"
    assert table.next_report() == ("pad.west", "tag", "west", "")
    assert table.say("lay", "east", "E004000000000001", "E004000000000011") == "ok"
    values = [table.next_report()[3], table.next_report()[3]]
    assert values == ["E004000000000001", "E004000000000001 E004000000000011"]
    assert table.stop() == 0


def test_orders_reach_the_lights_under_micropython(micropython: list[str]) -> None:
    table = under_micropython(micropython)
    assert isinstance(table.said.get(timeout=PATIENCE_S), Came)
    table.line.order("board", DeviceOrder(LightsOrder((Cell("f6"),), "red")))
    lamps: list[list[int]] = []
    until = time.monotonic() + PATIENCE_S
    while not any(sum(lamp) for lamp in lamps):
        assert time.monotonic() < until
        lamps = json.loads(table.say("show"))["lamps"]
    assert lamps == [[0, 0, 0], [0, 0, 0], [102, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert table.stop() == 0


def test_tags_of_both_kinds_are_written_and_kept_under_micropython(micropython: list[str]) -> None:
    table = under_micropython(micropython)
    for pad, uid in (("west", "04A1B2C3D4E5F6"), ("east", "E004000000000001")):
        assert table.say("lay", pad, uid) == "ok"
        assert table.next_report() == (f"pad.{pad}", "tag", pad, uid)
        table.line.order(f"pad.{pad}", DeviceOrder(TagOrder(DeviceOrderKind.WRITE_TAG, f"{uid} card búa")))
        assert table.next_report() == (f"pad.{pad}", "content", pad, f"{uid} card búa")
    assert table.stop() == 0
