"""The checks of a table's machine: its clock and its disk."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dashboard.doctor.texts import TEXTS
from engine.core.findings import Finding, Grade
from engine.core.unusable import system_words
from vision.doctor.findings import graded

BUILT_AT = 1_763_000_000.0
"""The time when this program was written, November 2025, in Unix seconds. An earlier clock was never set."""

_GIGABYTE = 1e9
_CLOCK_LOOK_S = 0.2
_TRIES = 5


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """The measures of a disk."""

    free_bytes: int
    """The free space, in bytes."""
    write_ms: float
    """The time that a small durable write takes, in ms."""
    fault: str = ""
    """The reason why the disk can't be written; empty: it can."""


def clock_finding(wall: float, drift_s: float, looked_s: float) -> Finding:
    """Grade a clock by its time and its drift.

    Args:
        wall: The clock's time, in Unix seconds.
        drift_s: The seconds that the clock gained or lost against the monotonic clock.
        looked_s: The seconds during which the drift came about.
    """
    if wall < BUILT_AT:
        day = time.strftime("%Y-%m-%d", time.gmtime(wall))
        return Finding("clock", Grade.BAD, 0, TEXTS.say("clock.unset", day=day), TEXTS.say("clock.set"))
    share = abs(drift_s) / max(looked_s, 1e-6)
    return graded(
        "clock",
        share,
        bad=0.2,
        fair=0.02,
        best=0.0,
        text=TEXTS.say("clock.runs", share=round(share, 3)),
        advice=TEXTS.say("clock.advice"),
    )


def look_at_clock(
    wall: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Finding:
    """Compare the wall clock with the monotonic clock for a moment, and grade it."""
    wall_from, steady_from = wall(), monotonic()
    sleep(_CLOCK_LOOK_S)
    looked = monotonic() - steady_from
    now = wall()
    return clock_finding(now, (now - wall_from) - looked, looked)


def disk_finding(folder: str, facts: DiskFacts) -> Finding:
    """Grade a disk by its free room and its speed.

    An hour of footage takes about a gigabyte. Each move waits for a durable write.
    """
    if facts.fault:
        broken = TEXTS.say("disk.broken", folder=folder, why=facts.fault)
        return Finding("disk", Grade.BAD, 0, broken, TEXTS.say("disk.writable"))
    free = facts.free_bytes / _GIGABYTE
    room = graded(
        "disk",
        free,
        bad=0.5,
        fair=3.0,
        best=10.0,
        text=TEXTS.say("disk.free", folder=folder, free=round(free, 1), ms=round(facts.write_ms)),
        advice=TEXTS.say("disk.room"),
    )
    if room.grade is not Grade.GOOD:
        return room
    return graded(
        "disk",
        facts.write_ms,
        bad=400.0,
        fair=100.0,
        best=0.0,
        text=room.text,
        advice=TEXTS.say("disk.faster"),
    )


def look_at_disk(folder: Path) -> Finding:
    """Write a few small files durably to the matches' disk, remove them again, and grade the disk."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    times: list[float] = []
    try:
        free = shutil.disk_usage(there).free
        for _ in range(_TRIES):
            with tempfile.NamedTemporaryFile(dir=there, prefix=".boardwarden-") as file:
                started = time.monotonic()
                file.write(b"\0" * 4096)
                file.flush()
                os.fsync(file.fileno())
                times.append((time.monotonic() - started) * 1000)
    except OSError as error:
        return disk_finding(str(folder), DiskFacts(0, 0.0, system_words(error)))
    return disk_finding(str(folder), DiskFacts(free, sorted(times)[len(times) // 2]))
