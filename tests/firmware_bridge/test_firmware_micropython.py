"""The firmware under MicroPython itself, on a real pseudo-terminal, talking to the bridge's serial line."""

import json
import os
import select
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from engine.bus.messages import DeviceOrder
from engine.core.ids import Cell
from firmware_bridge.conversation import Came, Reported, Told
from firmware_bridge.serial_line import SerialLine
from tests.firmware_bridge.test_firmware import PARTS

TOP = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
LONGEST_WAIT = 20.0

pytestmark = pytest.mark.skipif(
    not MICROPYTHON.exists(), reason="MicroPython's Unix port is packaged for Linux on x86_64 only"
)


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
    """A board that runs MicroPython, and the bridge's end of its line."""

    def __init__(self, cable: Cable, parts: Path) -> None:
        self.told: Queue[Told] = Queue()
        self.line = SerialLine(cable.ends[1], self.told)
        self._board = subprocess.Popen(
            [str(MICROPYTHON), "hardware/simulation/run.py", str(parts), cable.ends[0]],
            cwd=TOP,
            env={"MICROPYPATH": f"{TOP}:.frozen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.line.start()

    def say(self, line: str) -> str:
        """Move the table, or ask what it shows."""
        assert self._board.stdin is not None
        assert self._board.stdout is not None
        print(line, file=self._board.stdin, flush=True)
        return self._board.stdout.readline().strip()

    def next_report(self) -> tuple[str, str, str, str]:
        """Return the next event as (device, event, name, value)."""
        while True:
            told = self.told.get(timeout=LONGEST_WAIT)
            if isinstance(told, Reported):
                return told.device, told.event, told.name, told.value

    def stop(self) -> int:
        self.line.stop()
        with self._board as board:
            print("quit", file=board.stdin, flush=True)
            return board.wait(LONGEST_WAIT)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    parts = tmp_path / "board.json"
    parts.write_text(json.dumps(PARTS), encoding="utf-8")
    cable = Cable()
    table = Table(cable, parts)
    yield table
    ended = table.stop()
    cable.stop()
    assert ended == 0


def test_the_firmware_under_micropython_is_found_and_tells_every_kind_of_event(table: Table) -> None:
    came = table.told.get(timeout=LONGEST_WAIT)
    assert isinstance(came, Came)
    assert came.hello.board == "test board"
    assert came.hello.faults == ()
    assert table.say("press west end_turn") == "ok"
    assert table.next_report() == ("pad.west", "button", "end_turn", "")
    assert table.say("lay west 04A1B2C3D4E5F6") == "ok"
    assert table.next_report() == ("pad.west", "tag", "west", "04A1B2C3D4E5F6")
    assert table.say("lay west") == "ok"
    assert table.next_report() == ("pad.west", "tag", "west", "")
    assert table.say("cover f6") == "ok"
    assert table.next_report() == ("board", "cell", "f6", "covered")
    assert table.say("lay east E004000000000001 E004000000000011") == "ok"
    values = [table.next_report()[3], table.next_report()[3]]
    assert values == ["E004000000000001", "E004000000000001 E004000000000011"]


def test_orders_reach_the_lights_under_micropython(table: Table) -> None:
    assert isinstance(table.told.get(timeout=LONGEST_WAIT), Came)
    table.line.order("board", DeviceOrder("lights", (Cell("f6"),), "red"))
    lamps: list[list[int]] = []
    for _ in range(200):
        lamps = json.loads(table.say("show"))["lamps"]
        if any(sum(lamp) for lamp in lamps):
            break
    assert lamps == [[0, 0, 0], [0, 0, 0], [102, 0, 0], [0, 0, 0], [0, 0, 0]]
