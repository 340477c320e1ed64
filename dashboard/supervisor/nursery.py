"""A process that has loaded what most services share, and that services are forked from.

A forked process shares the memory of what was loaded before it, so a table takes less than with
services that load all of it for themselves, and starts in less time. Only Linux has what this needs.
"""

import gc
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from ctypes import CDLL, c_ulong
from importlib import import_module

from dashboard.supervisor.births import born, is_forkable, keep_files
from dashboard.supervisor.process_name import show_command
from engine.bus.vigil import SLEEPS_S, Vigil, process_time

_LONGEST_WORDS = 1 << 17
_DIES_WITH_PARENT, _ADOPTS = 1, 36
"""PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER, prctl(2)."""

_LOOK_S = 0.1
_STANDARD_ERROR, _LINE = 2, 3

log = logging.getLogger(__name__)


class Nursery:
    """The process that services are forked from, as its supervisor sees it.

    It's to be used from one thread at a time.
    """

    def __init__(self, pid: int, line: socket.socket) -> None:
        self.pid = pid
        self._line: socket.socket | None = line
        line.settimeout(_LOOK_S)

    def can_start(self, command: Sequence[str]) -> bool:
        """Tell whether a service with this command line can be forked here now."""
        return self._line is not None and is_forkable(command)

    def start(self, command: Sequence[str], environment: Mapping[str, str], files: Sequence[int]) -> int:
        """Fork a service; return its process, which is then a child of this one.

        `environment`: all of its variables. `files`: its standard input and output, and one more that it
        inherits as the file `INHERITED`.

        Raises:
            OSError: the nursery has ended or doesn't answer. It's given up then.
        """
        if self._line is None:
            raise ConnectionError("the nursery has ended")
        # A service's own parent ends right after the fork. This process adopts it, and nothing else: what a
        # killed service leaves behind goes to the system's first process as ever.
        _set(_ADOPTS, 1)
        try:
            socket.send_fds(
                self._line, [json.dumps([list(command), dict(environment)]).encode()], list(files)
            )
            return self._answer(self._line)
        except OSError as error:
            log.warning(
                "services can't be forked any more (%s); each is started by itself from now on", error
            )
            self.close()
            raise
        finally:
            _set(_ADOPTS, 0)

    def close(self) -> None:
        """End the nursery. Its services stay."""
        if self._line is not None:
            self._line.close()
            self._line = None
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)

    def _answer(self, line: socket.socket) -> int:
        vigil = Vigil(time.monotonic(), blocked_s=SLEEPS_S)
        while not vigil.hangs(time.monotonic(), process_time(self.pid)):
            with suppress(TimeoutError):
                said = line.recv(32)
                if not said:
                    raise ConnectionError("their nursery has ended")
                return int(said)
        raise TimeoutError("their nursery doesn't answer")


def open_nursery(modules: Iterable[str], *, prepare: Callable[[], None] = lambda: None) -> Nursery | None:
    """Fork the nursery off this process; None where that isn't possible.

    It must be called before this process has threads, opens files or knows secrets, since every service
    inherits them. In the nursery `prepare` is called first, and then the modules are loaded.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return None
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # Objects of this moment are never collected, here and in the nursery. A collection would write to all of
    # them, and so end their being shared.
    gc.collect()
    gc.freeze()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        theirs.close()
        return Nursery(pid, ours)
    try:
        _set(_DIES_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == parent:
            _begin(theirs.fileno(), prepare)
            _serve(socket.socket(fileno=_LINE), tuple(modules))
    except BaseException:  # noqa: BLE001 # the process ends here, whatever it was
        traceback.print_exc()
    finally:
        # Nothing of the supervisor goes on in this process.
        os._exit(0)


def _begin(line: int, prepare: Callable[[], None]) -> None:
    """Leave behind what is the supervisor's alone."""
    os.setsid()
    keep_files(os.open(os.devnull, os.O_RDONLY), _STANDARD_ERROR, _STANDARD_ERROR, line)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    show_command((sys.executable, "-P", "-m", __name__))
    prepare()


def _set(option: int, value: int) -> None:
    CDLL(None).prctl(*(c_ulong(one) for one in (option, value, 0, 0, 0)))


def _serve(line: socket.socket, modules: Sequence[str]) -> None:
    """Load the modules, then fork a service for each request, until the supervisor is gone."""
    gc.disable()
    for name in modules:
        # A service that needs a broken module ends with the reason.
        with suppress(Exception):
            import_module(name)
    gc.collect()
    gc.freeze()
    while True:
        asked, files, _, _ = socket.recv_fds(line, _LONGEST_WORDS, 3)
        if not asked:
            return
        command, environment = json.loads(asked)
        pid = _forked(command, environment, files)
        for file in files:
            os.close(file)
        line.send(b"%d" % pid)


def _forked(command: list[str], environment: dict[str, str], files: list[int]) -> int:
    """Fork a service whose parent ends at once, so that the supervisor adopts it; return its process."""
    read, write = os.pipe()
    between = os.fork()
    if not between:
        pid = os.fork()
        if not pid:
            born(command, environment, files)
        os.write(write, b"%d" % pid)
        os._exit(0)
    os.close(write)
    os.waitpid(between, 0)
    with os.fdopen(read, "rb") as said:
        return int(said.read())
