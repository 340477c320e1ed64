"""One child process in a process group of its own; it's ended together with all processes that it started."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from dashboard.supervisor.births import INHERITED
from dashboard.supervisor.nursery import Nursery
from engine.bus.heart import HEART_VARIABLE, HeardBeat
from engine.bus.vigil import SLEEPS_S, Vigil, process_time, thread_time

_STANDARD_ERROR = 2
_READ_BYTES = 4096


class Running(Protocol):
    """A service that was started, as its supervisor sees it."""

    def status(self) -> int | None:
        """Return the exit status, below 0 for a signal; None while it runs."""

    @property
    def on_bus(self) -> bool:
        """Whether it has reported that it's connected to the bus."""

    def hangs(self) -> bool:
        """Tell whether it runs but its loop stands still."""

    def terminate(self) -> None:
        """Ask it to stop."""

    def kill(self) -> None:
        """End it at once, if it can be ended."""


class Child:
    """A running process, in a session of its own, so that Ctrl-C at the terminal reaches only the supervisor.

    The child's standard input is a pipe that nothing is written to. When the supervisor dies in any way, the
    system closes the pipe, and the child ends itself. The child's output goes to our standard error. The
    heartbeat of the child's loop comes on another pipe.

    A `nursery` forks the child where it can; otherwise the program is started by itself.

    Raises:
        OSError: the program can't be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        nursery: Nursery | None = None,
    ) -> None:
        self._pulse, pulse = os.pipe()
        os.set_blocking(self._pulse, False)
        kept, self._lifeline = os.pipe()
        self._heard = HeardBeat()
        try:
            self._process = _started(command, {**os.environ, **(environment or {})}, kept, pulse, nursery)
        except OSError:
            os.close(self._pulse)
            os.close(self._lifeline)
            raise
        finally:
            os.close(pulse)
            os.close(kept)
        self._vigil = Vigil(time.monotonic())
        self._asleep = Vigil(time.monotonic(), blocked_s=SLEEPS_S)

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._process.pid

    def status(self) -> int | None:
        """Return the exit status, below 0 for a signal; None while it runs.

        The processes that the child left behind are ended before the child is reaped. Until then the system
        gives its id to no other process, so the group is surely ours.
        """
        if self._process.returncode is None and _has_ended(self.pid):
            self._end_group()
            self._process.wait()
            self._close_pipes()
        return self._process.returncode

    @property
    def on_bus(self) -> bool:
        """Whether the process has reported on its pipe that it's connected to the bus."""
        self._listen()
        return self._heard.on_bus

    def hangs(self) -> bool:
        """Tell whether the process runs but its loop stands still, or whether all of it sleeps before that.

        This must be called often.
        """
        beats, awake = self._heard.beats, self._heard.awake
        self._listen()
        if self._heard.beats != beats:
            self._vigil.heard()
        loop, now = self._heard.loop, time.monotonic()
        if loop is not None:
            self._asleep.heard()
            return self._vigil.hangs(now, thread_time(self.pid, loop))
        if self._heard.awake != awake:
            self._asleep.heard()
        sleeps = self._asleep.hangs(now, process_time(self.pid))
        return self._vigil.hangs(now, None, rests=True) or sleeps

    def _listen(self) -> None:
        with suppress(BlockingIOError):
            while self._process.returncode is None and (read := os.read(self._pulse, _READ_BYTES)):
                self._heard.take(read)

    def terminate(self) -> None:
        """Ask the process to stop, by SIGTERM."""
        if self.status() is None:
            self._process.terminate()

    def kill(self) -> None:
        """End the process and all that it started at once, by SIGKILL."""
        if self.status() is None:
            self._end_group()
            self._process.wait()
            self._close_pipes()

    def _end_group(self) -> None:
        # The group may have ended by itself by now, or (macOS) hold nothing but a zombie.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def _close_pipes(self) -> None:
        os.close(self._pulse)
        os.close(self._lifeline)


class _Forked:
    """A child that was forked, with what `subprocess.Popen` has for one that was started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def wait(self) -> int:
        """Reap the child, once it has ended; return its status, below 0 for a signal."""
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode

    def terminate(self) -> None:
        """Ask it to stop."""
        os.kill(self.pid, signal.SIGTERM)


def _started(
    command: Sequence[str], environment: Mapping[str, str], kept: int, pulse: int, nursery: Nursery | None
) -> "_Forked | subprocess.Popen[bytes]":
    """Start a program with these variables, with `kept` as its standard input, and with `pulse` open.

    Raises:
        OSError: it can't be started.
    """
    if nursery is not None and nursery.can_start(command):
        # It says why it doesn't fork any more. Then the program is started by itself.
        with suppress(OSError):
            files = (kept, _STANDARD_ERROR, pulse)
            return _Forked(nursery.start(command, {**environment, HEART_VARIABLE: INHERITED}, files))
    return subprocess.Popen(  # noqa: S603 # the supervisor's own plans
        list(command),
        stdin=kept,
        stdout=_STANDARD_ERROR,
        start_new_session=True,
        pass_fds=(pulse,),
        env={**environment, HEART_VARIABLE: str(pulse)},
    )


def _has_ended(pid: int) -> bool:
    """Tell whether a child has ended, without reaping it."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
