"""An assault that is ended or meets a fault keeps the rows that it has."""

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.assault import kills
from tests.assault.parts import Part, run_parts
from tests.assault.report import Budget, Report, Row
from tests.conftest import TOP

_ASSAULT = """
import sys, time
from tests.assault.parts import Part, run
from tests.assault.report import Row

def first(folder, budget):
    yield Row("the first part", 3, 3)

def held(folder, budget):
    yield Row("before", 5, 5)
    while budget.left or {stubborn}:
        time.sleep(0.01)
    yield Row("with what it found", 7, 7)

def last(folder, budget):
    yield Row("never", 1, 1)

sys.exit(run({{"one": Part(0.1, first), "two": Part(0.8, held), "three": Part(0.1, last)}}, {{}}))
"""


@contextmanager
def _assault(report: Path, *, stubborn: bool = False) -> Iterator["subprocess.Popen[str]"]:
    """Yield an assault whose second part has begun."""
    process = subprocess.Popen(
        (sys.executable, "-c", _ASSAULT.format(stubborn=stubborn), "--report", str(report)),
        cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        try:
            assert process.stdout is not None
            assert [process.stdout.readline()[:16] for _ in range(2)] == [
                "| the first part",
                "| before | 5 | 5",
            ]
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_an_assault_that_is_ended_prints_and_writes_what_it_found(
    tmp_path: Path, ended_by: signal.Signals
) -> None:
    with _assault(tmp_path / "report.md") as process:
        assert "before | 5" in (tmp_path / "report.md").read_text()
        process.send_signal(ended_by)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    report = (tmp_path / "report.md").read_text()
    assert report in said
    for words in ("the first part | 3 | 3", "before | 5 | 5", "with what it found | 7 | 7"):
        assert words in report
    assert "Without a row: three." in report
    assert "broken off" in report


def test_a_second_signal_does_not_wait_for_what_runs(tmp_path: Path) -> None:
    with _assault(tmp_path / "report.md", stubborn=True) as process:
        assert process.stderr is not None
        process.send_signal(signal.SIGINT)
        assert "SIGINT" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    report = (tmp_path / "report.md").read_text()
    assert "before | 5 | 5" in report
    assert "| two | 1 | 0 | the part was broken off |" in report


@pytest.mark.parametrize("beside", [(), ("broken",)], ids=["after it", "beside it"])
def test_a_fault_in_one_part_is_a_row_and_the_others_run(
    tmp_path: Path, beside: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    def good(_folder: Path, _budget: Budget) -> Iterator[Row]:
        yield Row("good", 1, 1)

    def broken(_folder: Path, _budget: Budget) -> Iterator[Row]:
        yield Row("begun", 2, 2)
        raise OSError("the table's log is away")

    parts = {"good": Part(0.5, good), "broken": Part(0.2, broken), "further": Part(0.3, good)}
    report = Report(tmp_path / "report.md", list(parts))
    run_parts(parts, {"good": beside}, 60, report, threading.Event())
    report.end("done")
    said = capsys.readouterr().out
    assert said.endswith((tmp_path / "report.md").read_text())
    assert "| begun | 2 | 2 | nothing |" in said
    assert "| broken | 1 | 0 | the part broke off: OSError: the table's log is away |" in said
    assert not report.holds


_NUMBERS = itertools.count(2**30)
"""Numbers that no process has."""


class _Table:
    """A table whose processes come back when they're killed."""

    def __init__(self) -> None:
        self._pids = {name: next(_NUMBERS) for name in (*kills.AT_TABLE[0], *kills.AT_TABLE[1])}
        self.said = list[str]()

    def pids(self) -> dict[str, int]:
        return dict(self._pids)

    def is_whole(self, name: str) -> bool:
        return name in self._pids

    def journal(self) -> str:
        return "".join(f'{{"name":"{name}"}}\n' for name in self.said)

    def strike(self, pid: int) -> None:
        self._pids = {name: next(_NUMBERS) if at == pid else at for name, at in self._pids.items()}


class _Pilot:
    def __init__(self, table: _Table) -> None:
        self._table = table

    def acts(self, name: str, within_s: float = 0) -> float:
        self._table.said.append(name)
        return within_s

    def end(self) -> None:
        """Nothing is held."""


def test_a_fault_at_one_table_leaves_the_blows_at_all_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = dict[str, _Table]()

    @contextmanager
    def live(folder: Path, *_options: str) -> Iterator[_Table]:
        tables[folder.name] = _Table()
        yield tables[folder.name]

    def struck(pid: int, _signal: int) -> None:
        if pid == tables["table-1"].pids()["dashboard"]:
            raise PermissionError("no right to strike")
        for table in tables.values():
            table.strike(pid)

    monkeypatch.setattr(kills, "live_table", live)
    monkeypatch.setattr(kills, "Pilot", _Pilot)
    monkeypatch.setattr(os, "kill", struck)
    monkeypatch.setattr(kills, "MOST", 4)
    monkeypatch.setattr(kills, "TABLES", 2)
    monkeypatch.setattr(kills, "AT_TABLE", (("vision", "bridge"), ("engine", "dashboard")))
    rows = {row.what: row for row in kills.kills(tmp_path, Budget(60))}
    assert rows["a table"].lost == "PermissionError: no right to strike"
    assert [rows[f"{name} killed"].tried for name in ("vision", "bridge", "engine")] == [1, 1, 1]
    kept = rows["acknowledged actions once in the journal"]
    assert (kept.tried, kept.survived) == (9, 9)


def test_a_process_that_has_ended_and_is_still_listed_doesnt_run() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    listed = Path(f"/proc/{ended.pid}").exists()
    runs = kills.process_runs(ended.pid)
    ended.wait()
    assert (listed, runs, kills.process_runs(ended.pid)) == (True, False, False)
    assert kills.process_runs(os.getpid())
