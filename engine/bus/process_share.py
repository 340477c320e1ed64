"""A service's share of what its process takes: services that run in one process share it evenly.

Many tables may run in one process. If each service reported the whole process, the sum over all tables would
be many times what the machine has.
"""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path


class ServicesHere:
    """The number of services that run in a process now."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.services = 0


_OWN_PROCESS = ServicesHere()


def resident_bytes() -> int:
    """Return the memory that this process has resident; 0 where the system doesn't say (proc(5), statm)."""
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
        memory: Callable[[], int] = resident_bytes,
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
        """Return the service's share of the resident memory, bytes; 0 where the system doesn't say."""
        return self._memory() // max(1, self._sharing.services)

    def cpu_s(self) -> float:
        """Return the service's share of the time that the process has computed, s. It never falls."""
        with self._sharing.lock:
            now = self._computed()
            self._cpu_s += (now - self._counted_s) / max(1, self._sharing.services)
            self._counted_s = now
            return self._cpu_s
