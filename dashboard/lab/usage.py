"""The CPU and memory of this machine's processes, as Linux reports them."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.core.faults import MissingFault

USAGE_FILE = Path("/proc/self/smaps_rollup")


@dataclass(frozen=True, slots=True)
class Usage:
    """The CPU and memory that a process uses."""

    cpu_s: float
    """The CPU time up to now, in seconds."""
    rss_mb: float
    """The resident memory, in MB."""
    pss_mb: float
    """The resident memory with only a share of memory that several processes have in common, in MB."""


def expect_usage_known(bench: str) -> None:
    """Check that this system reports the use of processes.

    Raises:
        MissingFault: the system doesn't report it.
    """
    if not USAGE_FILE.exists():
        raise MissingFault(f"bench {bench} needs Linux: expected {USAGE_FILE}, found none")


def usage_of(name: str, pid: int) -> Usage:
    """Return the CPU and memory that a process uses.

    Raises:
        MissingFault: the process has ended; the message has its name.
    """
    folder = Path("/proc") / str(pid)
    try:
        ticks = (folder / "stat").read_text().rpartition(")")[2].split()
        memory = dict(line.split()[:2] for line in (folder / "smaps_rollup").read_text().splitlines()[1:])
    except OSError as error:
        raise MissingFault(
            f"{name} ended while it was measured; run `boardwarden play` to see why"
        ) from error
    cpu_s = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    return Usage(cpu_s, int(memory["Rss:"]) / 1024, int(memory["Pss:"]) / 1024)


def machine_s() -> float:
    """Return the CPU seconds that all processes of this machine have used."""
    first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()
    user, nice, system, _, _, interrupts, soft = (int(word) for word in first[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")
