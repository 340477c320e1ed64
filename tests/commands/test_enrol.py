"""`boardwarden enrol` on a simulated board, over the link, a broker and the bridge."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.commands import main
from engine.bus.broker import free_port
from engine.core.faults import MissingFault
from firmware_bridge.simulated.board import SimulatedBoard

UID = "04A1B2C3D4E5F6"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Path]:
    """A board on whose pad of west a tag lies."""
    board = SimulatedBoard(pads=("west",))
    board.put_tag("west", UID)
    try:
        board.start(tmp_path / "port")
    except MissingFault as fault:
        pytest.skip(str(fault))
    yield tmp_path / "port"
    board.stop()


def test_a_tag_on_a_board_is_named_written_and_listed(
    port: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "matches"))
    page = ("--http", f"127.0.0.1:{free_port()}")
    assert main(["enrol", "--serial", str(port), "--as", "war hammer", "--json", *data, *page]) == 0
    *_, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (last["uid"], last["thing"], last["says"], last["note"]) == (
        UID,
        "card bua-chien",
        "card bua-chien",
        "written",
    )
    assert main(["enrol", "--list", *data]) == 0
    assert capsys.readouterr().out.split() == [UID, "card", "bua-chien"]


def test_what_is_no_thing_of_the_game_is_refused_with_what_is_near(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", "--as", "Wor Hamer", "--data", str(tmp_path)]) == 2
    assert "expected one such as card bua-chien" in capsys.readouterr().err


def test_a_port_that_isn_t_there_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--serial", str(tmp_path / "no"), "--data", str(tmp_path)]) == 3
    assert "no such port" in capsys.readouterr().err
