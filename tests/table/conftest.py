"""A whole table as its players start it: `boardwarden play` as a process, and a tablet that looks at it."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest
from playwright.sync_api import Browser, Page

from engine.bus.broker import free_port
from tests.patience import PATIENCE_S
from tests.web.visitors import visitors

_SHOWN = 4000
"""The number of characters of a page, or of a log, printed with a test that failed."""


@dataclass(frozen=True)
class RunningTable:
    """A `boardwarden play` that has said where its page is."""

    process: "subprocess.Popen[str]"
    url: str
    said: tuple[str, ...]
    log: Path
    matches: Path

    def page(self, path: str = "") -> str:
        """Return a page's address, as whoever keeps the table opens it: by the file that `play` names."""
        (file,) = (Path(line.split(" the file ")[1]) for line in self.said if " the file " in line)
        (link,) = re.findall(r'href="[^"#]*(#join=[^"]+)"', file.read_text(encoding="utf-8"))
        return f"{self.url}{path}{link}"

    def wait_for_another(self, name: str, pid: int) -> None:
        """Return once a service that was killed has been started again."""
        pause = threading.Event()
        for _ in range(600):
            if self.service_pids(name) - {pid}:
                return
            pause.wait(0.1)
        pytest.fail(f"{name} wasn't started again: {self.log.read_text()}")

    def service_pid(self, name: str) -> int:
        """Return the process id of one of the table's services."""
        (pid,) = self.service_pids(name)
        return pid

    def service_pids(self, name: str) -> set[int]:
        """Return the process ids of one of the table's services: one, or none while it is away."""
        children = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return {int(pid) for pid in re.findall(rf"^\s*(\d+) .*-m dashboard {name} ", children, re.MULTILINE)}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print with a test that failed what its pages show and what its table's services logged at the end."""
    report = yield
    if report.when == "call" and report.failed and isinstance(item, pytest.Function):
        for name, found in item.funcargs.items():
            if isinstance(found, Page):
                report.sections.append((f"{name} shows", found.inner_text("body", timeout=5000)[:_SHOWN]))
            elif isinstance(found, RunningTable):
                report.sections.append((f"{name}'s log", found.log.read_text()[-_SHOWN:]))
    return report


def first_lines(stream: IO[str]) -> Iterator[str]:
    """Yield the table's lines until it has named its page."""
    for line in stream:
        yield line.rstrip()
        if line.startswith("Page: "):
            return


@pytest.fixture(scope="module")
def start_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningTable]]:
    """Start tables with given options; each is stopped as Ctrl-C does, and must then leave by itself."""
    started: list[RunningTable] = []

    def start(*options: str, matches: Path | None = None) -> RunningTable:
        folder = tmp_path_factory.mktemp("table")
        kept = matches or folder / "matches"
        port = free_port()
        url = f"{'https' if '--https' in options else 'http'}://127.0.0.1:{port}/"
        log = folder / "log"
        arguments = ["play", "--http", f"127.0.0.1:{port}", "--data", str(kept), *options]
        with log.open("w") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "dashboard", *arguments],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert process.stdout is not None
        said = tuple(first_lines(process.stdout))
        assert said[-1:] == (f"Page: {url}",), log.read_text()
        table = RunningTable(process, url, said, log, kept)
        started.append(table)
        return table

    yield start
    for table in started:
        table.process.send_signal(signal.SIGINT)
        try:
            assert table.process.wait(PATIENCE_S) == 0, table.log.read_text()
        finally:
            table.process.kill()
            table.process.wait()
            assert table.process.stdout is not None
            table.process.stdout.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Open pages as visitors do, each in a browser of its own; a script error fails the test."""
    with visitors(browser) as come:

        def opened(url: str) -> Page:
            page = come()
            page.goto(url)
            return page

        yield opened


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    """A tablet held sideways; a script error fails the test."""
    with visitors(browser) as come:
        yield come(viewport={"width": 1024, "height": 768})
