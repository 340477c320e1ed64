"""Measures many tables: on one broker, and in one process without cameras."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dashboard
from dashboard.commands.broker import BROKER_VARIABLE
from dashboard.lab.brokers.killed import Load, outcome_of
from dashboard.lab.measurement import LONGEST_S, judged
from dashboard.lab.usage import expect_usage_known, usage_of
from engine.bus.broker import LOOPBACK, Broker, free_port, open_broker
from engine.core.faults import MissingFault

SIZES, QUICK_SIZES = (10, 50, 200), (10, 50)
LASTS_S, QUICK_S = 30.0, 3.0
TOGETHER, QUICK_TOGETHER = (1, 10), (1, 3)
_MANY = 10_000
_CODE = Path(dashboard.__file__).parent.parent
_RESTS_S = 5.0


def bench_hall(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the cost of tables to their broker, and of a table without a camera to the process of many.

    The tables on the broker send one event and one kept state a second, as long as a match's; three followers
    hear all of them. By the slope between the largest numbers of tables follows what 10,000 would take. Then
    a process runs tables that nobody plays at.

    Raises:
        MissingFault: this system doesn't report the use of processes, or a broker or tables don't start.
    """
    expect_usage_known("hall")
    broker = open_broker("mosquitto")
    broker.start()
    try:
        yield from _on_one_broker(broker, QUICK_SIZES if quick else SIZES, QUICK_S if quick else LASTS_S)
        yield from _in_one_process(broker, QUICK_TOGETHER if quick else TOGETHER)
    finally:
        broker.stop()


def _on_one_broker(broker: Broker, sizes: tuple[int, ...], lasts_s: float) -> Iterator[dict[str, Any]]:
    cpu: dict[int, float] = {}
    for tables in sizes:
        before, began = _cpu_s(broker), time.monotonic()
        found = outcome_of(Load(tables, lasts_s=lasts_s), [broker.url])
        cpu[tables] = 100 * (_cpu_s(broker) - before) / (time.monotonic() - began)
        what = f"{tables} tables on one broker"
        yield {"what": f"{what}: acknowledged messages a second", "value": round(found.messages_s)}
        yield {"what": f"{what}: from a table to a follower, p50 and p99, ms",
               "value": f"{found.p50_ms:.0f} and {found.p99_ms:.0f}"}  # fmt: skip
        yield {"what": f"{what}: the broker, % of a core", "value": round(cpu[tables], 1)}
        yield judged(f"{what}: acknowledged and lost", found.lost_events + found.lost_states, at_most=0)
    (few, at_few), (many, at_many) = list(pairwise(cpu.items()))[-1]
    share = at_many + (_MANY - many) * (at_many - at_few) / (many - few)
    yield {"what": f"{_MANY} tables by that slope: the broker, % of a core", "value": round(share)}


def _cpu_s(broker: Broker) -> float:
    return 0.0 if broker.pid is None else usage_of("the broker", broker.pid).cpu_s


def _in_one_process(broker: Broker, sizes: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    found: dict[int, float] = {}
    for tables in sizes:
        found[tables] = _memory_mb(broker, tables)
        yield {"what": f"{tables} tables in one process, MB", "value": round(found[tables])}
    (few, at_few), (many, at_many) = list(pairwise(found.items()))[-1]
    yield {"what": "each further table, MB", "value": round((at_many - at_few) / (many - few), 1)}


def _memory_mb(broker: Broker, tables: int) -> float:
    """Return the memory of a process with this number of tables once each has a match, MB."""
    with TemporaryDirectory(prefix="boardwarden-bench-") as folder:
        words = (f"--tables={tables}", f"--http={LOOPBACK}:{free_port()}", f"--data={folder}", "--supervised")
        with subprocess.Popen(  # noqa: S603 # our own command
            (sys.executable, "-P", "-m", "dashboard", "tables", *words),
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(_CODE), BROKER_VARIABLE: broker.url},
        ) as process:
            try:
                _wait_for_matches(process, Path(folder), tables)
                time.sleep(_RESTS_S)
                return usage_of("the tables' process", process.pid).pss_mb
            finally:
                process.terminate()


def _wait_for_matches(process: "subprocess.Popen[bytes]", folder: Path, tables: int) -> None:
    until = time.monotonic() + LONGEST_S + 10 * tables
    while len(list(folder.glob("0*-Table-*"))) < tables:
        if process.poll() is not None or time.monotonic() > until:
            raise MissingFault(f"{tables} tables don't begin in one process")
        time.sleep(0.2)
