"""Promises of every service process: how it is asked to stop, how it logs."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

SERVICE = Path(__file__).parent / "stopping_service.py"

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a service and waits until it is ready."""
    started: list[subprocess.Popen[str]] = []

    def start_one(*words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(SERVICE), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    yield start_one
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_a_service_its_own_way(start: Start, sent: signal.Signals) -> None:
    process = start("alone")
    process.send_signal(sent)
    assert process.wait(PATIENCE_S) == 0


def test_a_second_signal_ends_what_doesnt_stop(start: Start) -> None:
    process = start("alone", "lingers")
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    assert process.stdout.readline() == "lingering\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == -signal.SIGTERM


def test_the_end_of_standard_input_stops_a_supervised_service(start: Start) -> None:
    process = start("supervised")
    assert process.stdin is not None
    process.stdin.write("words on the pipe mean nothing\n")
    process.stdin.close()
    assert process.wait(PATIENCE_S) == 0


def test_a_log_line_says_when_who_and_what(start: Start) -> None:
    process = start("alone")
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert re.fullmatch(r"\d\d:\d\d:\d\d vision: told to stop\n", said)
