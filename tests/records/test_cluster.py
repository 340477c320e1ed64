"""Many matches judged again: the same on a cluster as here, though a worker is killed; faults are listed."""

import json
import os
import shutil
import signal
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Self, cast

import pytest

from dashboard.archive.jobs import worked
from dashboard.archive.judging_job import JudgingOrder, judge_recorded
from dashboard.commands import BAD_INPUT, DONE, MISSING, main
from engine.records.evidence import evidence_files
from engine.session.matches.journal import journals
from tests.records.engines import RecordedEngine


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
    whole = Path.read_bytes
    failures = [OSError(5, "Input/output error")]

    def read_bytes(path: Path) -> bytes:
        if failures:
            raise failures.pop()
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
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


class _Lost:
    """A cluster whose scheduler is lost while it works: Dask then cancels what was sent."""

    def __init__(self, *_: object, **__: object) -> None:
        self.key, self.loop = "0", None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def nthreads(self) -> dict[str, int]:
        return {"tcp://127.0.0.1:1": 1}

    def submit(self, *_: object, **__: object) -> "_Lost":
        return _Lost()

    def cancelled(self) -> bool:
        return True


def test_a_scheduler_that_is_lost_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(tmp_path, 1)
    dask = SimpleNamespace(Client=_Lost, as_completed=lambda sent, loop: sent)  # noqa: ARG005 # as Dask's
    monkeypatch.setitem(sys.modules, "distributed", cast("ModuleType", dask))
    assert main(["rejudge", "1", "--cluster", "tcp://127.0.0.1:9", "--data", str(tmp_path)]) == MISSING
    assert "the scheduler was lost after 0 of 1 matches" in capsys.readouterr().err


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


def test_how_far_a_match_is_judged_is_told_up_to_its_end(tmp_path: Path) -> None:
    (order,) = archive(tmp_path, 1)
    parts: list[float] = []
    judge_recorded(order, parts.append)
    assert parts == sorted(parts)
    assert (parts[0] > 0, parts[-1]) == (True, 1.0)
