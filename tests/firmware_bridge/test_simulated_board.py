"""Promises of the simulated board's own port."""

import errno
import os
from pathlib import Path

import pytest

from engine.core.faults import MissingFault
from firmware_bridge.simulated.board import SimulatedBoard


def test_a_system_without_pseudo_terminals_is_said_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse() -> tuple[int, int]:
        raise OSError(errno.ENODEV, "No such device")

    monkeypatch.setattr(os, "openpty", refuse)
    with pytest.raises(MissingFault, match="No such device; in a container, mount /dev/pts"):
        SimulatedBoard().start(tmp_path / "board")
    assert not (tmp_path / "board").is_symlink()
