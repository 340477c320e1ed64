"""Promises of `boardwarden play` as a user runs it: one command, a whole table, and nothing left of it."""

import os
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.bus.broker import free_port
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from tests import asking
from tests.patience import PATIENCE_S

EVERYBODY = {Service.ENGINE, Service.DASHBOARD, Service.VISION, Service.BRIDGE, Service.SIMULATOR}

needs_pidfd = pytest.mark.skipif(
    not hasattr(os, "pidfd_open") or not Path("/proc/self/task").exists(),
    reason="only Linux lists a process's children and lets one wait for any process's end",
)


class Playing:
    """A running `play` and what it prints."""

    def __init__(self, data: Path, *words: str) -> None:
        self.folder = data.parent / "temporary"
        self.folder.mkdir(exist_ok=True)
        http = f"127.0.0.1:{free_port()}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 # closed in `end`
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "dashboard", "play", "--serial", "none"),
                *("--http", http, "--data", str(data), *words),
            ],
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            env={**os.environ, "TMPDIR": str(self.folder)},
        )
        self._too_late = threading.Timer(PATIENCE_S, self.process.kill)
        self._too_late.start()

    def line(self, start: str) -> str:
        """Return the next printed line, which starts so."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(start), f"expected '{start}…', came '{line}'; it said: {self.said()}"
        return line.strip()

    def said(self) -> str:
        """Its words on standard error so far."""
        self._said.seek(0)
        return self._said.read().decode()

    def end(self) -> None:
        """End it and whatever it left."""
        self._too_late.cancel()
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE_S)
        self.process.kill()
        self.process.communicate()
        self._said.close()


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Playing]]:
    """Starts `play` on a data folder of the test's."""
    started: list[Playing] = []

    def start(*words: str) -> Playing:
        started.append(Playing(tmp_path / "matches", *words))
        return started[-1]

    yield start
    for one in started:
        print(one.said())  # noqa: T201 # shown with a failed test
        one.end()


class Bus:
    """Listens to who is online."""

    def __init__(self, first_line: str, data: Path) -> None:
        found = re.search(r"127\.0\.0\.1:(\d+)", first_line)
        assert found is not None, first_line
        file = data / ".table.bus"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        url = file.read_text(encoding="ascii").strip()
        assert url.endswith(f"@127.0.0.1:{found[1]}")
        self._client = BusClient(url=url, table="table", service=None, wanted=("availability",))
        self._client.start()
        self.pids: dict[str, int] = {}
        self._heard: list[object] = []

    def until_online(self, wanted: set[Service], *, other_than: frozenset[int] = frozenset()) -> None:
        """Wait until these services are online, as other processes than those."""
        self.pids = {name: pid for name, pid in self.pids.items() if pid not in other_than}
        while not wanted <= self.pids.keys():
            event = self._client.receive(PATIENCE_S)
            assert event is not None, f"online: {self.pids}; heard: {self._heard}"
            self._heard.append(event)
            if not isinstance(event, ReceivedMessage):
                continue
            if event.message.online and event.message.pid not in other_than:
                self.pids[event.name] = event.message.pid
            else:
                self.pids.pop(event.name, None)

    def close(self) -> None:
        """Stop listening."""
        self._client.stop()


@pytest.fixture
def bus_of(tmp_path: Path) -> Iterator[Callable[[str], Bus]]:
    """Opens the bus that a first line names."""
    opened: list[Bus] = []

    def open_bus(first_line: str) -> Bus:
        opened.append(Bus(first_line, tmp_path / "matches"))
        return opened[-1]

    yield open_bus
    for one in opened:
        one.close()


def descendants(pid: int) -> set[int]:
    """Every process that a process started, and those they did."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text(encoding="ascii").split():
            found |= {int(child)} | descendants(int(child))
    return found


def all_end(handles: list[int]) -> bool:
    """Wait for processes to end; False when one doesn't."""
    return all(select.select([handle], [], [], PATIENCE_S)[0] for handle in handles)


@needs_pidfd
def test_one_command_runs_a_table_brings_back_what_dies_and_leaves_nothing(
    play: Callable[..., Playing], bus_of: Callable[[str], Bus]
) -> None:
    table = play()
    first = table.line("Simulated table, no camera and no board device: dozen_war on mativen; broker: ")
    file = Path(table.line("The arbiter opens the file ").rpartition(" file ")[2])
    page = table.line("Page: http://127.0.0.1:").removeprefix("Page: ")
    with urllib.request.urlopen(page, timeout=PATIENCE_S) as answer:  # noqa: S310 # http, as printed
        assert answer.status == 200
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert hands_out_links(page, "") == 403, "at this machine too only the link keeps the table"
    (link,) = re.findall(r"href=\"[^\"]*#join=([^\"]+)\"", file.read_text(encoding="utf-8"))
    assert hands_out_links(page, link) == 200
    bus = bus_of(first)
    bus.until_online(EVERYBODY)
    killed = frozenset(bus.pids.values())
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    bus.until_online(EVERYBODY, other_than=killed)
    assert "engine ended (signal 9); starting it again" in table.said()
    handles = [os.pidfd_open(pid) for pid in descendants(table.process.pid)]
    assert len(handles) >= len(EVERYBODY) + 1
    table.process.send_signal(signal.SIGINT)
    assert table.process.wait(PATIENCE_S) == 0, table.said()
    assert all_end(handles)
    assert list(table.folder.iterdir()) == []
    assert not file.exists()
    assert link not in table.said(), "the system's journal keeps what is said there"


def hands_out_links(page: str, link: str) -> int:
    """Return the table's answer to a request for the seats' links that shows a link."""
    return asking.get(f"{page}links", headers={"authorization": f"Bearer {link}"} if link else {}).status_code


@needs_pidfd
@pytest.mark.parametrize("kind", ["mosquitto", "iotcore"])
def test_a_broker_that_is_killed_comes_back_and_everybody_with_it(
    play: Callable[..., Playing],
    bus_of: Callable[[str], Bus],
    kind: str,
    request: pytest.FixtureRequest,
) -> None:
    if kind == "mosquitto":
        request.getfixturevalue("mosquitto")
    table = play("--broker", kind)
    bus = bus_of(table.line("Simulated table"))
    bus.until_online(EVERYBODY)
    before = dict(bus.pids)
    keepers = [pid for pid in descendants(table.process.pid) if b"engine.bus.keeper" in _command_of(pid)]
    assert len(keepers) == 1
    bus.pids.clear()
    os.kill(keepers[0], signal.SIGKILL)
    bus.until_online(EVERYBODY)
    assert {name: bus.pids[name] for name in before} == before


@needs_pidfd
def test_a_table_that_is_killed_leaves_no_process_and_the_next_run_takes_the_rest_away(
    play: Callable[..., Playing], bus_of: Callable[[str], Bus], tmp_path: Path
) -> None:
    table = play()
    bus = bus_of(table.line("Simulated table"))
    bus.until_online(EVERYBODY)
    handles = [os.pidfd_open(pid) for pid in descendants(table.process.pid)]
    port = int(re.findall(r":(\d+)/", table.line("The arbiter") + table.line("Page: "))[-1])
    table.process.kill()
    assert all_end(handles)
    with socket.create_server(("127.0.0.1", port), reuse_port=False):
        pass
    (left,) = table.folder.iterdir()
    again = play()
    bus_of(again.line("Simulated table")).until_online(EVERYBODY)
    assert not left.exists(), "the run before left its passwords"
    again.process.send_signal(signal.SIGINT)
    assert again.process.wait(PATIENCE_S) == 0, again.said()
    assert list(table.folder.iterdir()) == []
    assert not [
        one.name for one in (tmp_path / "matches").iterdir() if one.suffix in (".bus", ".run", ".html")
    ]


def test_a_table_that_runs_already_is_refused(play: Callable[..., Playing]) -> None:
    table = play()
    table.line("Simulated table")
    again = play()
    assert again.process.wait(PATIENCE_S) == 2
    assert "the table 'table'" in again.said()
    assert "is being played already" in again.said()


def test_a_busy_port_ends_with_what_to_do_before_anything_runs(play: Callable[..., Playing]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = play("--http", f"127.0.0.1:{port}")
        assert refused.process.wait(PATIENCE_S) == 3
    assert f"port {port} is in use: choose another with --http" in refused.said()
    assert list(refused.folder.iterdir()) == []


def _command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()
