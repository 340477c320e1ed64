"""The real firmware under MicroPython, updated over a pseudo-terminal while the power goes at ten moments."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from dashboard.commands import main
from firmware_bridge.flashing import carry
from firmware_bridge.updating import UpdateOutcome, UpdateTalk, firmware_files
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.flashed_board import FlashedBoard, expect_micropython
from tests.firmware_bridge.test_firmware import PARTS
from tests.firmware_bridge.test_firmware_ports import TOP, Cable


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
    expect_micropython()
    firmware = TOP / "hardware" / "firmware"
    shutil.copytree(firmware / "warden", tmp_path / "warden", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("boot.py", "main.py", "loader.py"):
        shutil.copy(firmware / name, tmp_path)
    parts = {**PARTS, "pads": [], "buttons": []}
    parts["lamps"] = {"pin": 28, "cells": {"a2": 0}}
    (tmp_path / "board.json").write_text(json.dumps(parts), encoding="utf-8")
    board = FlashedBoard(tmp_path, cable.ends[0])
    board.power()
    yield board
    board.close()


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


def test_a_board_that_tests_itself_isn_t_taken_for_a_bare_one(
    board: FlashedBoard, cable: Cable, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It answers no host, and takes Ctrl-C for data: mpremote could only fail."""
    parts = {**PARTS, "pads": [{"pad": "west"}]}
    (tmp_path / "board.json").write_text(json.dumps(parts), encoding="utf-8")
    board.cut()
    board.power("press west end_turn")
    board.say("show")  # It has started once it answers.
    Event().wait(0.5)  # as a finger does
    board.say("release west end_turn")
    assert main(["flash", cable.ends[1], "--wiring", str(tmp_path / "board.json")]) == 3
    said = capfd.readouterr().err
    assert "A board that tests itself answers nothing until the test ends" in said
    assert "mpremote" not in said


@pytest.mark.usefixtures("board")
def test_the_firmware_that_runs_after_an_update_is_the_new_one(cable: Cable) -> None:
    """boot.py has imported a part of the old one by then."""
    newer = {
        path: data.replace(f'VERSION = "{VERSION}"'.encode(), b'VERSION = "newer"')
        for path, data in firmware_files().items()
    }
    talk = UpdateTalk(1, newer, "newer")
    carry(cable.ends[1], talk)
    assert (talk.outcome, talk.hello and talk.hello.firmware) == (UpdateOutcome.DONE, "newer")
