"""A service's share of what its process takes: services that run in one process share it evenly.

Many tables may run in one process. If each service reported the whole process, the sum over all tables would
be many times what the machine has.
"""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


class ServicesHere:
    """The number of services that run in a process now."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.services = 0


_OWN_PROCESS = ServicesHere()


def own_bytes() -> int:
    """Return the memory of this process, its part of what it shares with others; 0: the system doesn't say.

    A table's services share memory, so the sum of what each has resident would count that several times.
    Where the system doesn't say who shares what (proc(5), smaps_rollup), all that is resident counts.
    """
    with suppress(OSError, ValueError, IndexError, StopIteration):
        lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


class ProcessShare:
    """One service's share, from `begin` to `end`. The first service has all that came before it."""

    def __init__(
        self,
        *,
        memory: Callable[[], int] = own_bytes,
        computed: Callable[[], float] = time.process_time,
        sharing: ServicesHere = _OWN_PROCESS,
    ) -> None:
        self._memory, self._computed, self._sharing = memory, computed, sharing
        self._cpu_s = self._counted_s = 0.0
        self._takes_part = False

    def begin(self) -> None:
        """Take part in the process."""
        with self._sharing.lock:
            self._counted_s = self._computed() if self._sharing.services else 0.0
            self._sharing.services += 1
            self._takes_part = True

    def end(self) -> None:
        """Leave the process to the others; nothing happens without `begin`."""
        with self._sharing.lock:
            self._sharing.services -= self._takes_part
            self._takes_part = False

    def memory_bytes(self) -> int:
        """Return the service's share of the process's memory, bytes; 0 where the system doesn't say."""
        return self._memory() // max(1, self._sharing.services)

    def cpu_s(self) -> float:
        """Return the service's share of the time that the process has computed, s. It never falls."""
        with self._sharing.lock:
            now = self._computed()
            self._cpu_s += (now - self._counted_s) / max(1, self._sharing.services)
            self._counted_s = now
            return self._cpu_s
