"""When a running process that doesn't answer counts as hung: it doesn't compute, starve or wait for a disk.

All is pure but `thread_time` and `process_time`, which ask the system.
"""

from dataclasses import dataclass
from pathlib import Path

BLOCKED_S = 3.0
"""How long a loop that could run may stand still. With the time for a start it is replaced within 5 s."""

SLEEPS_S = 5.0
"""How long all threads of a process may sleep while it starts or rests. One of them should say meanwhile that
it is awake; a process that isn't starved says so 0.2 s after its start."""

COMPUTES_S = 20.0
"""How long a loop may compute in one turn: even on a slow machine no turn of ours comes near it."""

LONGEST_S = 60.0
"""How long a loop may stand still for any reason, and how long it may not begin or rest."""

UNSEEN_S = 15.0
"""The limit where the system doesn't say what a thread does."""

_STEP_S = 0.5
"""Of a pause between two looks, more than this is the watcher's own delay and not the process's silence."""


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """A thread's times so far."""

    ran_s: float
    """How long it computed."""
    starved_s: float
    """How long it waited for a processor."""
    busy: bool = False
    """Right now it computes, could compute, or waits for a disk."""


class Vigil:
    """Watches one process. Times are seconds on a monotonic clock."""

    def __init__(self, now: float, *, blocked_s: float = BLOCKED_S) -> None:
        self._blocked_limit_s = blocked_s
        self._at = now
        self._before: ThreadTime | None = None
        self._silent_s = self._blocked_s = self._ran_s = 0.0

    def heard(self) -> None:
        """Note that the process has answered."""
        self._silent_s = self._blocked_s = self._ran_s = 0.0

    def hangs(self, now: float, did: ThreadTime | None, *, rests: bool = False) -> bool:
        """Tell, at each look, whether the process hangs.

        `did`: the times of the thread that is to answer; None: the system doesn't say. `rests`: no answer is
        expected soon.
        """
        step, self._at = min(max(0.0, now - self._at), _STEP_S), now
        before, self._before = self._before, did
        self._silent_s += step
        if rests:
            return self._silent_s >= LONGEST_S
        if did is None:
            return self._silent_s >= UNSEEN_S
        if before is None:
            return False
        ran, starved = did.ran_s - before.ran_s, did.starved_s - before.starved_s
        self._ran_s += max(0.0, ran)
        if not did.busy:
            self._blocked_s += max(0.0, step - max(0.0, ran) - max(0.0, starved))
        return (
            self._blocked_s >= self._blocked_limit_s
            or self._ran_s >= COMPUTES_S
            or self._silent_s >= LONGEST_S
        )


def thread_time(process: int, thread: int) -> ThreadTime | None:
    """Return a thread's processor time so far, s; None where the system doesn't say.

    Linux does: proc(5), schedstat.
    """
    folder = Path(f"/proc/{process}/task/{thread}")
    try:
        ran_ns, starved_ns, _ = (folder / "schedstat").read_text(encoding="ascii").split()
        state = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
        return ThreadTime(int(ran_ns) / 1e9, int(starved_ns) / 1e9, state in ("R", "D"))
    except (OSError, ValueError, IndexError):
        return None


def process_time(process: int) -> ThreadTime | None:
    """Return the processor time of all threads of a process so far, s; None where the system doesn't say."""
    try:
        threads = [int(path.name) for path in Path(f"/proc/{process}/task").iterdir()]
    except OSError:
        return None
    found = [did for one in threads if (did := thread_time(process, one)) is not None]
    if not found:
        return None
    return ThreadTime(
        sum(one.ran_s for one in found),
        sum(one.starved_s for one in found),
        any(one.busy for one in found),
    )
