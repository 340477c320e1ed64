"""When a process that runs but doesn't answer hangs: it neither computes, nor starves, nor waits for a disk.

Pure but for `thread_time` and `process_time`, which ask the system.
"""

from dataclasses import dataclass
from pathlib import Path

BLOCKED_S = 3.0
"""For so long a loop that could run may not come round: replaced within 5 s, with what starting takes."""

COMPUTES_S = 20.0
"""A loop may compute for so long without coming round: no turn of ours comes near it on a slow machine."""

LONGEST_S = 60.0
"""So long a loop may not come round, whatever it does; and a process that starts, or rests, may be silent."""

UNSEEN_S = 15.0
"""So long where the system doesn't say what a thread does."""

_STEP_S = 0.5
"""More than this of a pause between two looks is the watcher's own lateness, and nobody's silence."""


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
    """Follows one process. Times are seconds on a monotonic clock."""

    def __init__(self, now: float, *, blocked_s: float = BLOCKED_S) -> None:
        self._blocked_limit_s = blocked_s
        self._at = now
        self._before: ThreadTime | None = None
        self._silent_s = self._blocked_s = self._ran_s = 0.0

    def heard(self) -> None:
        """Take note that the process has answered."""
        self._silent_s = self._blocked_s = self._ran_s = 0.0

    def hangs(self, now: float, did: ThreadTime | None, *, rests: bool = False) -> bool:
        """Tell, at each look, whether the process hangs.

        `did`: of the thread that is to answer; None: the system doesn't say. `rests`: it's not expected to
        answer soon.
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
    """Return what a thread did so far; None where the system doesn't say (Linux does: proc(5), schedstat)."""
    folder = Path(f"/proc/{process}/task/{thread}")
    try:
        ran_ns, starved_ns, _ = (folder / "schedstat").read_text(encoding="ascii").split()
        state = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
        return ThreadTime(int(ran_ns) / 1e9, int(starved_ns) / 1e9, state in ("R", "D"))
    except (OSError, ValueError, IndexError):
        return None


def process_time(process: int) -> ThreadTime | None:
    """Return what all threads of a process did so far; None where the system doesn't say."""
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
