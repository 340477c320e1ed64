"""Runs the parts of an assault, one after the other and beside each other; a part's fault is a row."""

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tests.assault.report import Budget, Report, Row

_TOP = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the assault."""

    share: float
    """Its share of the time."""
    run: Callable[[Path, Budget], Iterator[Row]]
    """Yields its rows; the folder is its own, and is removed afterwards."""


_ABOUT = """Assaults on tables of this machine, and a report.

Ctrl-C ends what runs, and the report has the rows so far; a second one doesn't wait for what runs.
"""

MINUTES = 18.0
"""The time for all parts; starting and stopping tables comes on top."""

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(parts: Mapping[str, Part], beside: Mapping[str, Sequence[str]]) -> int:
    """Run the parts that the command names; return 1 where something was lost or a part has no row."""
    parser = argparse.ArgumentParser(prog="make assault", description=_ABOUT)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts)} (default: all)")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--report", type=Path, default=_TOP / "build" / "assault.md", metavar="FILE")
    parsed = parser.parse_args()
    if unknown := [one for one in parsed.parts if one not in parts]:
        parser.error(f"no part {', '.join(unknown)}; expected some of {', '.join(parts)}")
    chosen = {name: part for name, part in parts.items() if name in (parsed.parts or parts)}
    report, ending, began = Report(parsed.report, list(chosen)), threading.Event(), time.monotonic()

    def end(number: int, _frame: FrameType | None) -> None:
        if ending.is_set():
            raise KeyboardInterrupt
        ending.set()
        name = signal.Signals(number).name
        sys.stderr.write(f"{name}: what runs ends with what it found; another one doesn't wait for it\n")

    for each in ENDING_SIGNALS:
        signal.signal(each, end)
    try:
        run_parts(chosen, beside, parsed.minutes * 60, report, ending)
    finally:
        ended = "broken off after " if ending.is_set() else ""
        report.end(f"{ended}{_about(time.monotonic() - began)}")
    return 0 if report.holds and not ending.is_set() else 1


def _about(took_s: float) -> str:
    return f"{took_s / 60:.1f} minutes, {os.cpu_count()} cores, load {os.getloadavg()[2]:.0f}"


def run_parts(
    parts: Mapping[str, Part],
    beside: Mapping[str, Sequence[str]],
    seconds: float,
    report: Report,
    ending: threading.Event,
) -> None:
    """Run the parts in their order; `beside` names those that run beside the first."""
    first = next(iter(parts))
    lane = [name for name in parts if name in beside.get(first, ())]
    after = [name for name in parts if name not in lane]
    share_s = seconds / sum(parts[name].share for name in after)

    def each(names: Sequence[str]) -> None:
        for name in names:
            if not ending.is_set():
                _run(name, parts[name].run, Budget(parts[name].share * share_s, ending), report)

    with ThreadPoolExecutor(1) as pool:
        computed = pool.submit(each, lane)
        each([first])
        computed.result()
    each([name for name in after if name != first])


def _run(name: str, part: Callable[[Path, Budget], Iterator[Row]], budget: Budget, report: Report) -> None:
    with tempfile.TemporaryDirectory(prefix="assault-", ignore_cleanup_errors=True) as folder:
        try:
            for row in part(Path(folder), budget):
                report.add(name, row)
        except Exception as fault:  # noqa: BLE001 # a part's fault must not end the others
            traceback.print_exc()
            words = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
            report.add(name, Row(name, 1, 0, f"the part broke off: {words}"))
        except KeyboardInterrupt:
            report.add(name, Row(name, 1, 0, "the part was broken off"))
            raise
