"""Promises of the simulated board's own port."""

import errno
import os
import tempfile
from pathlib import Path

import pytest

from engine.core.faults import InputFault, MissingFault
from firmware_bridge.ports import find_ports
from firmware_bridge.simulated.board import SimulatedBoard
from firmware_bridge.simulated.plugs import plug, plug_folder


def test_a_system_without_pseudo_terminals_is_said_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse() -> tuple[int, int]:
        raise OSError(errno.ENODEV, "No such device")

    monkeypatch.setattr(os, "openpty", refuse)
    with pytest.raises(MissingFault, match="No such device; in a container, mount /dev/pts"):
        SimulatedBoard().start(tmp_path / "board")
    assert not (tmp_path / "board").is_symlink()


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return plug_folder()


def test_a_simulated_board_that_is_plugged_in_is_found_as_ours_until_it_is_pulled_out(
    own_folder: Path,
) -> None:
    assert not [port for port in find_ports() if port.path.startswith(str(own_folder))]
    board, link = SimulatedBoard(), plug("table")
    board.start(link)
    (found,) = [port for port in find_ports() if port.path == str(link)]
    assert found.ours
    board.stop()
    assert not [port for port in find_ports() if port.path == str(link)]


def test_a_port_of_a_program_that_was_killed_is_no_board(own_folder: Path) -> None:
    plug("table").symlink_to("/dev/pts/nothing-there")
    assert not [port for port in find_ports() if port.path.startswith(str(own_folder))]


def test_a_folder_that_somebody_else_put_there_is_not_looked_into(own_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "table").symlink_to(os.devnull)
    own_folder.symlink_to(tmp_path / "theirs")
    assert not [port for port in find_ports() if port.path.startswith(str(own_folder))]
    with pytest.raises(InputFault, match="isn't this user's folder"):
        plug("table")
