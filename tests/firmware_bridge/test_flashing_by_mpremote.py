"""A bare board under MicroPython gets its firmware by the real mpremote, and then runs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.commands import main
from firmware_bridge.flashing import carry
from firmware_bridge.updating import UpdateOutcome, UpdateTalk, firmware_files
from hardware.firmware.warden.naming import NAME
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.flashed_board import FlashedBoard, expect_micropython
from tests.firmware_bridge.test_firmware_ports import TOP, Cable

MPREMOTE = TOP / "build" / "mpremote" / "bin" / "mpremote"
WIRING = TOP / "hardware" / "boards" / "smallest.json"

pytestmark = pytest.mark.slow


@pytest.fixture
def cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.stop()


def test_a_bare_board_gets_its_firmware_by_mpremote_and_runs_it(
    cable: Cable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    expect_micropython()
    if not MPREMOTE.is_file():
        pytest.skip("mpremote isn't installed; `make mpremote` installs it into build/mpremote and runs this")
    monkeypatch.setenv("PATH", str(MPREMOTE.parent), prepend=":")
    ours, boards = cable.ends
    board = FlashedBoard(tmp_path, boards)
    board.power()
    try:
        assert board.is_bare
        assert main(["flash", ours, "--wiring", str(WIRING)]) == 0, capfd.readouterr().err
        files = firmware_files(WIRING.read_text(encoding="utf-8"))
        assert {name: (tmp_path / name).read_bytes() for name in files} == files
        firmware = TOP / "hardware" / "firmware"
        for name in ("boot.py", "main.py", "loader.py"):
            assert (tmp_path / name).read_bytes() == (firmware / name).read_bytes()
        assert board.say("product") == NAME
        talk = UpdateTalk(1, files, VERSION)
        carry(ours, talk)
        assert board.starts == len(("console", "firmware", "the update's trial"))
    finally:
        board.close()
    assert talk.outcome is UpdateOutcome.DONE
    assert talk.hello is not None
    assert (talk.hello.firmware, talk.hello.faults) == (VERSION, ())
