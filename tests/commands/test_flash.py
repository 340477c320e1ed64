"""`boardwarden flash`: MicroPython and firmware onto a bare board, and an update over the link."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from dashboard.commands import flash, main
from engine.core.faults import InputFault, MissingFault
from firmware_bridge.ports import AUTO, FoundPort
from firmware_bridge.simulated.board import SimulatedBoard
from firmware_bridge.updating import SOURCE, firmware_files

OURS, OTHER = FoundPort("/dev/ttyACM0", "Boardwarden board"), FoundPort("/dev/ttyUSB0", "FTDI", ours=False)


class Tool:
    """A tool of the system that notes how it is called."""

    def __init__(self, fails: str = "") -> None:
        self.calls: list[list[str]] = []
        self._fails = fails

    def __call__(self, command: Sequence[str]) -> int:
        self.calls.append(list(command)[1:])
        return int(bool(self._fails) and self._fails in command)


@pytest.fixture(autouse=True)
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    install(folder, "mpremote", "mpremote 1.29.0")
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return folder


def install(folder: Path, name: str, says: str) -> None:
    """Put a program into a folder that prints one line."""
    (folder / name).write_text(f"#!/bin/sh\necho '{says}'\n")
    (folder / name).chmod(0o755)


def test_a_uf2_file_goes_onto_the_drive_of_a_board_that_waits_for_it(tmp_path: Path) -> None:
    file, drive = tmp_path / "pico.uf2", tmp_path / "RPI-RP2"
    file.write_bytes(b"UF2\n")
    with pytest.raises(MissingFault, match="hold BOOTSEL"):
        flash.put_micropython(file, "", run=Tool(), drives=[tmp_path])
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    assert flash.put_micropython(file, "", run=Tool(), drives=[tmp_path, drive]) == 0
    assert (drive / "pico.uf2").read_bytes() == b"UF2\n"


@pytest.mark.parametrize(
    ("name", "says", "joint"),
    [
        ("esptool.py", "esptool.py v4.8.1", "_"),
        ("esptool", "esptool v5.3.1", "-"),
        ("esptool", "esptool v10.0.0", "-"),
    ],
)
def test_a_binary_file_goes_onto_an_esp32_by_esptool(
    tmp_path: Path, tools: Path, name: str, says: str, joint: str
) -> None:
    install(tools, name, says)
    erase, write = f"erase{joint}flash", f"write{joint}flash"
    file, tool = tmp_path / "esp.bin", Tool()
    file.write_bytes(b"\xe9")
    with pytest.raises(InputFault, match="name the port"):
        flash.put_micropython(file, "", run=tool)
    assert flash.put_micropython(file, "/dev/ttyACM0", run=tool) == 0
    chip = ["--chip", "esp32s3", "--port", "/dev/ttyACM0"]
    assert tool.calls == [[*chip, erase], [*chip, write, "0", str(file)]]
    with pytest.raises(MissingFault, match=f"{write} failed"):
        flash.put_micropython(file, "/dev/ttyACM0", run=Tool(write))


def test_an_esptool_that_names_no_version_is_refused(tmp_path: Path, tools: Path) -> None:
    install(tools, "esptool", "no module named serial")
    (tmp_path / "esp.bin").write_bytes(b"\xe9")
    tool = Tool()
    with pytest.raises(MissingFault, match="no module named serial"):
        flash.put_micropython(tmp_path / "esp.bin", "/dev/ttyACM0", run=tool)
    assert tool.calls == []


@pytest.mark.parametrize("name", ["none.uf2", "image.hex"])
def test_a_file_that_is_no_micropython_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "image.hex").write_text(":00000001FF\n")
    with pytest.raises(InputFault, match=name):
        flash.put_micropython(tmp_path / name, "", run=Tool())


def test_a_bare_board_gets_its_start_files_last_of_all() -> None:
    tool = Tool()
    with pytest.raises(InputFault, match="--wiring"):
        flash.put_by_console("/dev/ttyACM0", None, run=tool)
    assert flash.put_by_console("/dev/ttyACM0", '{"board": "b"}', run=tool) == 0
    orders = [call[2:] for call in tool.calls]
    assert [order[0] for order in orders] == ["exec", "cp", "cp", "cp", "cp", "reset"]
    assert orders[2][2] == ":board.json"
    assert [Path(one).name for one in orders[4][1:3]] == ["boot.py", "main.py"]
    with pytest.raises(MissingFault, match="--micropython FILE"):
        flash.put_by_console("/dev/ttyACM0", '{"board": "b"}', run=Tool("cp"))


@pytest.mark.parametrize("absent", ["boot.py", "loader.py", "warden/running.py", "."])
def test_nothing_is_put_on_a_bare_board_from_a_folder_that_isnt_whole(
    absent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    firmware = shutil.copytree(SOURCE.parent, tmp_path / "firmware")
    if absent == ".":
        shutil.rmtree(firmware)
    else:
        (firmware / absent).unlink()
    monkeypatch.setattr(flash, "SOURCE", firmware / SOURCE.name)
    tool = Tool()
    with pytest.raises(MissingFault, match=r"firmware/.*: no such file; .* install that again"):
        flash.put_by_console("/dev/ttyACM0", '{"board": "b"}', run=tool)
    assert tool.calls == []


def test_a_bare_board_gets_the_firmware_s_own_files_and_no_others() -> None:
    sent: dict[str, list[str]] = {}

    def look(command: Sequence[str]) -> int:
        if "-r" in command:
            folder = Path(command[5])
            sent[folder.name] = sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))
        return 0

    flash.put_by_console("/dev/ttyACM0", '{"board": "b"}', run=look)
    names = sorted(name.removeprefix("warden/") for name in firmware_files())
    assert sent == {"warden": names}


def test_the_only_board_is_meant_when_no_port_is_named() -> None:
    assert flash.chosen_port(AUTO, [OTHER, OURS]) == OURS.path
    assert flash.chosen_port(AUTO, [OTHER]) == OTHER.path
    assert flash.chosen_port("/dev/x", [OURS, OURS]) == "/dev/x"
    with pytest.raises(InputFault, match="found no board: plug it in"):
        flash.chosen_port(AUTO, [])
    with pytest.raises(InputFault, match="name its port"):
        flash.chosen_port(AUTO, [OURS, OURS])


def test_a_board_that_takes_no_update_says_so_and_its_file_is_checked_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"boart": 1}), encoding="utf-8")
    board = SimulatedBoard()
    board.start(tmp_path / "port")
    try:
        assert main(["flash", str(tmp_path / "port"), "--wiring", str(wrong)]) == 2
        assert main(["flash", str(tmp_path / "port")]) != 0
    finally:
        board.stop()
    said = capsys.readouterr().err
    assert "'boart' is none of" in said
    assert "this board takes no update" in said
