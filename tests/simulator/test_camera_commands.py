"""The words of `boardwarden vision` and `boardwarden simulate` when they can't begin."""

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, MISSING, main

BROKER = "--broker=mqtt://127.0.0.1:9"


@pytest.fixture(autouse=True)
def _own_logging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the log back as it was: a service takes it over, and keeps it in its data folder."""
    monkeypatch.chdir(tmp_path)
    top = logging.getLogger()
    handlers, level = top.handlers[:], top.level
    yield
    for one in top.handlers:
        if one not in handlers:
            one.close()
    top.handlers[:] = handlers
    top.setLevel(level)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["vision", BROKER], BAD_INPUT, "which camera?"),
        (["vision", BROKER, "--camera", "987"], MISSING, "there is no /dev/video987"),
        (["vision", BROKER, "--camera", "nowhere"], BAD_INPUT, "no such file or folder"),
        (["vision", BROKER, "--camera", "0", "--board", "atlantis"], BAD_INPUT, "atlantis: no such file"),
        (["simulate", BROKER, "--stream", "here"], BAD_INPUT, "expected HOST:PORT"),
        (["simulate", BROKER, "--game", "ludo"], BAD_INPUT, "no game 'ludo'"),
        (["simulate", BROKER, "--setup", "nowhere.yaml"], BAD_INPUT, "nowhere.yaml: can't be read"),
    ],
)
def test_a_service_that_can_not_begin_says_why_on_standard_error(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_a_busy_stream_port_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert main(["simulate", BROKER, "--stream", address]) == BAD_INPUT
    assert f"--stream {address}: can't listen there" in capsys.readouterr().err


def test_footage_is_never_recorded_over_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "precious.txt").write_text("keep me")
    assert main(["simulate", BROKER, "--record", str(tmp_path)]) == BAD_INPUT
    assert "there is something already" in capsys.readouterr().err
