"""A real table under assault: `boardwarden play` as its owner starts it, its processes, a tablet at it."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.conftest import TOP

WITHIN_S = 90.0
"""The longest that anything is waited for."""


@dataclass
class LiveTable:
    """A table that runs."""

    process: "subprocess.Popen[str]"
    port: int
    data: Path
    log: Path
    arbiter: str
    """The arbiter's link."""

    @property
    def url(self) -> str:
        """The pages' address."""
        return f"http://127.0.0.1:{self.port}"

    def pids(self) -> dict[str, int]:
        """Return the process of each service and of the broker, as they run now."""
        done = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
        lines = [line.split(None, 2) for line in done.stdout.splitlines()]
        found: dict[str, int] = {"supervisor": self.process.pid}
        parents = {self.process.pid}
        for _ in range(3):
            for pid, parent, words in (line for line in lines if len(line) == 3):
                if int(parent) in parents and int(pid) not in parents:
                    parents.add(int(pid))
                    named = re.search(
                        r"-m dashboard (\w+)|-m (engine\.bus\.keeper)|(?:^|/)(mosquitto) ", words
                    )
                    if named:
                        name = next(filter(None, named.groups()))
                        found[{"engine.bus.keeper": "keeper"}.get(name, name)] = int(pid)
        return found

    @property
    def bus(self) -> str:
        """The broker's URL, as its owner signs in."""
        return (self.data / ".table.bus").read_text(encoding="utf-8").strip()

    def journal(self) -> str:
        """Return what the matches' journals hold."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.data.glob("*/journal.jsonl")))

    def memory_mb(self, name: str) -> float:
        """Return how much memory a service holds; 0 where it's away."""
        with suppress(OSError, KeyError):
            status = Path(f"/proc/{self.pids()[name]}/status").read_text(encoding="ascii")
            found = re.search(r"VmRSS:\s+(\d+)", status)
            return int(found[1]) / 1024 if found else 0.0
        return 0.0


def free_port() -> int:
    """Return a port of this machine that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def live_table(folder: Path, *options: str) -> Iterator[LiveTable]:
    """Start a table, and stop it as Ctrl-C does."""
    port, data, log = free_port(), folder / "matches", folder / "log"
    command = [sys.executable, "-P", "-m", "dashboard", "play", "--http", f"127.0.0.1:{port}"]
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--data", str(data), *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={"PYTHONPATH": str(TOP), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if line.startswith("Page: "):
                break
        # The file that the table's keeper opens leads on to the arbiter's page.
        kept = data / ".table.html"
        found = re.search(r"#join=([^\"'&<\s]+)", kept.read_text("utf-8") if kept.is_file() else "")
        assert found, log.read_text()
        yield LiveTable(process, port, data, log, unquote(found[1]))
    finally:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(WITHIN_S)
        process.kill()
        process.wait()
        process.stdout.close()


class Pilot(threading.Thread):
    """A tablet of the arbiter's that comes back whenever its line breaks, and keeps what it's answered."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(daemon=True)
        self._table, self._ended = table, threading.Event()
        self._line: ClientConnection | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._changed = threading.Condition()
        self._number = 0
        self.seats: list[str] = []
        self.start()

    def run(self) -> None:
        """Listen until the end."""
        while not self._ended.is_set():
            address = f"ws://127.0.0.1:{self._table.port}/ws?lang=en"
            with suppress(OSError, WebSocketException), connect(address, origin=None, max_size=None) as line:
                line.send(json.dumps({"join": {"link": self._table.arbiter}}))
                self._line = line
                while not self._ended.is_set():
                    self._take(json.loads(line.recv(timeout=15)))
            self._line = None
            self._ended.wait(0.1)

    def _take(self, told: Any) -> None:
        for one in told if isinstance(told, list) else [told]:
            data = one.get("data")
            with self._changed:
                if one["channel"] == "answer" and data:
                    self._answers[data["command"]] = data
                if one["channel"] == "match" and data:
                    self.seats = [seat["seat"] for seat in data["view"]["seats"]]
                self._changed.notify_all()

    def acts(self, name: str, within_s: float = WITHIN_S) -> float | None:
        """Have a player called so; return how long the acknowledgement took, s. None: none came.

        A command that was lost on its way isn't sent twice: whether it was done is what the journal says.
        """
        began = time.monotonic()
        while (line := self._line) is None or not self.seats:
            if time.monotonic() - began > within_s:
                return None
            time.sleep(0.02)
        self._number += 1
        asked = f"assault {self._number} {name}"
        command = {"id": asked, "kind": "introduce", "revision": 0, "player": self.seats[0], "name": name}
        began = time.monotonic()
        with suppress(OSError, WebSocketException):
            line.send(json.dumps({"command": command}))
        with self._changed:
            self._changed.wait_for(lambda: asked in self._answers, timeout=within_s)
        answer = self._answers.get(asked)
        return time.monotonic() - began if answer is not None and answer["code"] == "done" else None

    def end(self) -> None:
        """Let go."""
        self._ended.set()
        if self._line is not None:
            self._line.close()
        self.join(WITHIN_S)
