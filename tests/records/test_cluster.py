"""Many matches judged again: the same on a cluster as here, though a worker is killed; faults are listed."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dashboard.archive.cluster import spread
from dashboard.archive.jobs import worked
from dashboard.archive.judging_job import JudgingOrder, judge_recorded
from dashboard.commands import BAD_INPUT, DONE, MISSING, main
from engine.bus.broker import free_port
from engine.core.faults import MissingFault
from engine.core.regular_file import regular_bytes
from engine.records.evidence import evidence_files
from engine.session.matches.journal import journals
from tests.conftest import TOP
from tests.records.engines import RecordedEngine
from tests.records.fake_dask import FakeDask


def archive(folder: Path, count: int) -> list[JudgingOrder]:
    """Make a folder of matches that are alike but for one whose evidence says otherwise."""
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.ask("end", action={"end_turn": True})
    (written,) = evidence_files(journals(folder)[0].parent)
    changed = written.read_bytes().replace(b'"cell":"e6"', b'"cell":"e4"')
    engine.service.close()
    first = journals(folder)[0].parent
    for number in range(2, count + 1):
        shutil.copytree(first, folder / f"{number:06d}-copy")
    if count > 1:
        (folder / "000002-copy" / "evidence-001.mcap").write_bytes(changed)
    return [JudgingOrder(path) for path in reversed(journals(folder))]


def test_a_folder_is_judged_in_its_order_and_what_cannot_be_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive(tmp_path, 4)
    for path in evidence_files(tmp_path / "000003-copy"):
        path.unlink()
    assert main(["rejudge", "--all", "--json", "--data", str(tmp_path)]) == BAD_INPUT
    said = capsys.readouterr()
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [(one["match"][:6], one["same"]) for one in rows] == [
        ("000001", True),
        ("000002", False),
        ("000004", True),
    ]
    assert "000003-copy can't be judged: " in said.err
    assert "1 of 4 can't be judged" in said.err


def test_a_disk_that_fails_once_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = archive(tmp_path, 1)
    failures = [OSError(5, "Input/output error")]

    def read_bytes(path: Path) -> bytes:
        if failures:
            raise failures.pop()
        return regular_bytes(path)

    monkeypatch.setattr("engine.session.matches.journal.regular_bytes", read_bytes)
    (outcome,) = worked(judge_recorded, orders, None)
    assert (outcome.fault, failures) == ("", [])
    assert outcome.found is not None
    assert outcome.found.differences == []


def test_without_a_cluster_at_the_address_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(tmp_path, 1)
    monkeypatch.setattr("dashboard.archive.cluster._REACH_S", 0.2)
    for words in (("rejudge", "1"), ("matches", "--reindex")):
        assert main([*words, "--cluster", "tcp://127.0.0.1:9", "--data", str(tmp_path)]) == MISSING
        assert "no Dask scheduler answers" in capsys.readouterr().err


def doubled(item: int) -> int:
    return 2 * item


def spread_over(dask: FakeDask, monkeypatch: pytest.MonkeyPatch, items: list[int]) -> list[int]:
    monkeypatch.setitem(sys.modules, "distributed", dask.module())
    return list(spread(doubled, items, "tcp://127.0.0.1:9", failed=lambda _, why: len(why)))


def test_a_scheduler_that_is_lost_and_stays_away_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(tmp_path, 1)
    monkeypatch.setitem(sys.modules, "distributed", FakeDask(losses=[0], comes_back=False).module())
    assert main(["rejudge", "1", "--cluster", "tcp://127.0.0.1:9", "--data", str(tmp_path)]) == MISSING
    said = capsys.readouterr().err
    assert "the cluster's scheduler was lost; waiting 60 s for it" in said
    assert "the scheduler was lost after 0 of 1 matches" in said


def test_a_scheduler_that_comes_back_gets_only_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    dask = FakeDask(losses=[30, 0, 3])
    assert spread_over(dask, monkeypatch, list(range(100))) == [2 * n for n in range(100)]
    assert dask.connections == 4
    last = [n for connection, items in dask.sent if connection == 4 for n in items]
    assert len(last) == 100 - 30 - 3, "what was done before isn't sent again"


def test_a_scheduler_that_is_lost_at_once_each_time_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    dask = FakeDask(losses=[5] + 10 * [0])
    with pytest.raises(MissingFault, match="was lost after 5 of 40 matches"):
        spread_over(dask, monkeypatch, list(range(40)))
    assert dask.connections == 3


def test_many_matches_are_few_tasks_and_only_some_of_them_are_at_the_cluster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dask = FakeDask(threads=20)
    assert spread_over(dask, monkeypatch, list(range(9_001))) == [2 * n for n in range(9_001)]
    assert len(dask.sent) <= 2000
    assert dask.most == 80, "four for each thread"


def test_an_item_that_workers_die_of_takes_none_of_its_task_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.archive.cluster._MOST_BATCHES", 3)
    dask = FakeDask(deadly=(5,))
    found = spread_over(dask, monkeypatch, list(range(10)))
    assert found == [2 * n if n != 5 else len("RuntimeError: killed by {5}") for n in range(10)]


def test_names_or_all_and_not_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ((), ("1", "--all")):
        assert main(["rejudge", *words, "--data", str(tmp_path)]) == BAD_INPUT
        assert "--all" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # sockets of the worker that is killed
def test_a_cluster_of_which_a_worker_is_killed_judges_as_one_process_does(tmp_path: Path) -> None:
    from distributed import LocalCluster  # noqa: PLC0415 # takes a second, for this alone

    orders = archive(tmp_path, 40)
    here = list(worked(judge_recorded, orders, None))
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster:
        outcomes = worked(judge_recorded, orders, cluster.scheduler_address)
        there = [next(outcomes)]
        os.kill(cluster.workers[1].pid, signal.SIGKILL)
        there += outcomes
    assert there == here
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        words = ("--all", "--cluster", cluster.scheduler_address, "--json", "--data", str(tmp_path))
        assert main(["rejudge", *words]) != DONE
        assert list(worked(judge_recorded, orders[:5], cluster.scheduler_address)) == here[:5]


@contextmanager
def dask_program(name: str, *words: str) -> Generator[subprocess.Popen[bytes]]:
    """One of Dask's programs; it ends with the block."""
    command = [sys.executable, "-m", f"distributed.cli.{name}", *words, "--no-dashboard"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=TOP) as running:
        try:
            yield running
        finally:
            running.kill()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # sockets of the scheduler that is killed
def test_a_scheduler_that_is_killed_and_started_again_costs_no_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = archive(tmp_path, 40)
    here = list(worked(judge_recorded, orders, None))
    port = str(free_port())
    address = f"tcp://127.0.0.1:{port}"
    scheduler = ("dask_scheduler", "--host", "127.0.0.1", "--port", port)
    worker = ("dask_worker", address, "--no-nanny", "--nthreads", "1")
    with dask_program(*scheduler) as first, dask_program(*worker):
        outcomes = worked(judge_recorded, orders, address)
        there = [next(outcomes)]
        first.kill()
        first.wait()
    with dask_program(*scheduler), dask_program(*worker):
        there += outcomes
    assert there == here
    assert "the cluster's scheduler was lost" in capsys.readouterr().err


def test_how_far_a_match_is_judged_is_said_up_to_its_end(tmp_path: Path) -> None:
    (order,) = archive(tmp_path, 1)
    parts: list[float] = []
    judge_recorded(order, parts.append)
    assert parts == sorted(parts)
    assert (parts[0] > 0, parts[-1]) == (True, 1.0)
