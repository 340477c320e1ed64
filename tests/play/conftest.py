"""Stand-ins for services, and the line that they report their life on."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import TOP
from tests.patience import PATIENCE_S

TABLE = Path(__file__).parent / "table_of_stand_ins.py"


@dataclass(frozen=True)
class Living:
    """A process that reported; its line breaks when it ends, however it does."""

    name: str
    pid: int
    line: socket.socket

    def let_go_on(self) -> None:
        """Have a process that waits for it go on."""
        self.line.sendall(b".")

    def ends(self) -> bool:
        """Wait for the process to end; False when it doesn't."""
        try:
            return self.line.recv(1) == b""
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False


class Reports:
    """Where stand-ins report."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(PATIENCE_S)
        self._lines: list[socket.socket] = []
        self.port = int(self._door.getsockname()[1])

    def next(self) -> Living:
        """Wait for the next process that reports."""
        line, _ = self._door.accept()
        self._lines.append(line)
        line.settimeout(PATIENCE_S)
        text = b""
        while not text.endswith(b"\n"):
            text += line.recv(100)
        name, _, pid = text.decode().strip().rpartition(" ")
        return Living(name, int(pid), line)

    def close(self) -> None:
        """Stop listening."""
        for line in (*self._lines, self._door):
            line.close()


@pytest.fixture
def reports() -> Iterator[Reports]:
    """A place where stand-ins report."""
    opened = Reports()
    yield opened
    opened.close()


@pytest.fixture(
    params=[
        "apart",
        pytest.param("forked", marks=pytest.mark.skipif(sys.platform != "linux", reason="forked on Linux")),
    ]
)
def how(request: pytest.FixtureRequest) -> str:
    """How a table starts its services: `apart`, each by itself, or `forked` from its nursery."""
    return str(request.param)


@pytest.fixture
def table(reports: Reports, how: str) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a table of stand-ins, a `name=behaviour` each; nothing of it survives the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*stand_ins: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(TABLE), str(reports.port), how, *stand_ins],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(TOP)},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_S)
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
