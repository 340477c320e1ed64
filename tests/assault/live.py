"""A real table under assault: `boardwarden play` as its owner starts it, its processes, a tablet at it."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from engine.bus.broker import free_port
from tests import asking
from tests.asking import connect
from tests.conftest import TOP

WITHIN_S = 90.0
"""The longest that anything is waited for."""

_CALLED = {"engine.bus.keeper": "keeper", "simulate": "simulator"}


@dataclass
class LiveTable:
    """A table that runs."""

    process: "subprocess.Popen[str]"
    command: tuple[str, ...]
    """The words that it was started with."""
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
                        found[_CALLED.get(name, name)] = int(pid)
        return found

    def is_whole(self, name: str) -> bool:
        """Tell whether a process of this name runs, and each service is online."""
        try:
            said = asking.get(f"{self.url}/health").json()
        except (httpx.HTTPError, ValueError):
            return False
        return name in self.pids() and all(one["online"] for one in said["services"])

    @property
    def bus(self) -> str:
        """The broker's URL, as its owner signs in."""
        return (self.data / ".table.bus").read_text(encoding="utf-8").strip()

    def start_again(self, within_s: float = WITHIN_S) -> None:
        """Start it as a unit of the system does: again and again, until what its children held is free."""
        began = time.monotonic()
        while self.process.poll() is not None and time.monotonic() - began < within_s:
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = started(self.command, self.log, {})
            time.sleep(0.1)

    def journal(self) -> str:
        """Return the contents of the matches' journals."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.data.glob("*/journal.jsonl")))

    def memory_mb(self, name: str) -> float:
        """Return how much memory a service holds; 0 where it's away."""
        with suppress(OSError, KeyError):
            status = Path(f"/proc/{self.pids()[name]}/status").read_text(encoding="ascii")
            found = re.search(r"VmRSS:\s+(\d+)", status)
            return int(found[1]) / 1024 if found else 0.0
        return 0.0


def started(
    command: tuple[str, ...], log: Path, environment: Mapping[str, str], ready: str = "Page: "
) -> "subprocess.Popen[str]":
    """Start a table; return it once its page is there (it prints `ready`), or once it has ended."""
    with log.open("a") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={"PYTHONPATH": str(TOP), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **environment},
            # Ctrl-C at the assault isn't Ctrl-C at its tables: it ends them when it has its report.
            start_new_session=True,
        )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(ready):
            break
    return process


@contextmanager
def live_table(
    folder: Path, *options: str, environment: Mapping[str, str] = MappingProxyType({})
) -> Iterator[LiveTable]:
    """Start a table, and stop it as Ctrl-C does."""
    port, data, log = free_port(), folder / "matches", folder / "log"
    play = (sys.executable, "-P", "-m", "dashboard", "play", "--http", f"127.0.0.1:{port}")
    command = (*play, "--data", str(data), *options)
    table = LiveTable(started(command, log, environment), command, port, data, log, "")
    try:
        # The file that the table's keeper opens leads on to the arbiter's page.
        kept = data / ".table.html"
        found = re.search(r"#join=([^\"'&<\s]+)", kept.read_text("utf-8") if kept.is_file() else "")
        assert found, log.read_text()
        table.arbiter = unquote(found[1])
        yield table
    finally:
        process = table.process
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(WITHIN_S)
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


class Pilot(threading.Thread):
    """A tablet that comes back whenever its line breaks, and keeps what it's answered.

    `link` says whose it is; None: the arbiter's; empty: a visitor's.
    """

    def __init__(self, table: LiveTable, link: str | None = None) -> None:
        super().__init__(daemon=True)
        self._table, self._ended = table, threading.Event()
        self._link = table.arbiter if link is None else link
        self._refusals = 0
        self._line: ClientConnection | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._changed = threading.Condition()
        self._number = 0
        self.seats: list[str] = []
        self.match, self.revision = "", -1
        self.view: dict[str, Any] = {}
        self.start()

    def run(self) -> None:
        """Listen until the end."""
        while not self._ended.is_set():
            address = f"ws://127.0.0.1:{self._table.port}/ws?lang=en"
            with suppress(OSError, WebSocketException), connect(address, origin=None, max_size=None) as line:
                if self._link:
                    line.send(json.dumps({"join": {"link": self._link}}))
                self._line = line
                while not self._ended.is_set():
                    self._take(json.loads(line.recv(timeout=15)))
            self._line = None
            self._ended.wait(0.1)

    def _take(self, said: Any) -> None:
        for one in said if isinstance(said, list) else [said]:
            data = one.get("data")
            with self._changed:
                if one["channel"] == "answer" and data:
                    self._answers[data["command"]] = data
                self._refusals += one["channel"] == "error"
                if one["channel"] == "match" and data:
                    self.match, self.revision = data["match"], data["revision"]
                    self.view = data["view"]
                    self.seats = [seat["seat"] for seat in data["view"]["seats"]]
                self._changed.notify_all()

    def acts(self, name: str, within_s: float = WITHIN_S) -> float | None:
        """Have a player called so; return how long the acknowledgement took, s. None: none came.

        A command that was lost on its way isn't sent twice: whether it was done is what the journal says.
        """
        if not self.knows(within_s):
            return None
        began = time.monotonic()
        answer = self.asks("introduce", within_s, player=self.seats[0], name=name)
        return time.monotonic() - began if answer == "done" else None

    def knows(self, within_s: float = WITHIN_S) -> bool:
        """Wait for the match; tell whether it has come."""
        began = time.monotonic()
        while self._line is None or not self.seats:
            if time.monotonic() - began > within_s:
                return False
            time.sleep(0.02)
        return True

    def asks(self, kind: str, within_s: float = WITHIN_S, **further: Any) -> str:
        """Ask for something; return the answer's code, `refused` by the page; empty: no answer came."""
        self._number += 1
        asked = f"assault {id(self)} {self._number}"
        revision = further.pop("revision", max(0, self.revision))
        command = {"id": asked, "kind": kind, "revision": revision, **further}
        refusals, line = self._refusals, self._line
        if line is None:
            return ""
        with suppress(OSError, WebSocketException):
            line.send(json.dumps({"command": command}))
        with self._changed:
            self._changed.wait_for(
                lambda: asked in self._answers or self._refusals > refusals, timeout=within_s
            )
        answer = self._answers.get(asked)
        if answer is not None:
            return str(answer["code"])
        return "refused" if self._refusals > refusals else ""

    def end(self) -> None:
        """Let go."""
        self._ended.set()
        if self._line is not None:
            self._line.close()
        self.join(WITHIN_S)
