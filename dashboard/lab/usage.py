"""The CPU and memory of this machine's processes, as Linux reports them."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.core.faults import MissingFault

TOLD_IN = Path("/proc/self/smaps_rollup")


@dataclass(frozen=True, slots=True)
class Usage:
    """The use of one process."""

    cpu_s: float
    """CPU time up to now, s."""
    rss_mb: float
    """Resident memory, MB."""
    pss_mb: float
    """Resident memory, MB, with its share of what several processes have."""


def expect_usage_is_told(bench: str) -> None:
    """See that this system tells what processes use.

    Raises:
        MissingFault: it doesn't.
    """
    if not TOLD_IN.exists():
        raise MissingFault(f"bench {bench} needs Linux: expected {TOLD_IN}, found none")


def usage_of(name: str, pid: int) -> Usage:
    """Return a process's use.

    Raises:
        MissingFault: it has ended; called by its name.
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
    """Return the CPU seconds that everything on this machine has used."""
    first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()
    user, nice, system, _, _, interrupts, soft = (int(word) for word in first[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")
