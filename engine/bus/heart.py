"""A service's heartbeat: its own loop writes it to a pipe, and its supervisor reads the other end.

While the loop hasn't begun or rests, a thread writes to the pipe that the process is awake. So a process that
is stopped while it starts is found out soon, and one that opens a slow camera is left alone.

A service that systemd started alone sends the loop's beat to systemd. The bus has no part in it, so no
message on the bus can make a supervisor end a service.
"""

import os
import stat
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from engine.bus.notifying import Notifier, own_notifier

HEART_VARIABLE = "BOARDWARDEN_HEART"
"""The environment's variable that names the pipe's descriptor to a supervised process."""

EVERY_S = 0.2
"""The shortest time between two beats."""

_RESTS, _AWAKE, _ON_BUS = b"rests\n", b"awake\n", b"on the bus\n"


class Heart:
    """Writes one process's heartbeat to a pipe, to systemd, or nowhere."""

    def __init__(
        self,
        descriptor: int | None,
        *,
        notifier: Notifier | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._descriptor = descriptor
        self._notifier = notifier
        self._monotonic = monotonic
        self._beat_at = -EVERY_S
        self._loop_rests = threading.Event()

    def wake(self) -> None:
        """Say from now on that the process is awake, whenever its loop hasn't begun or rests."""
        if self._descriptor is not None:
            self._loop_rests.set()
            threading.Thread(target=self._stay_awake, name="awake", daemon=True).start()

    def beat(self) -> None:
        """Say that the calling thread, the service's loop, goes round; call it each time that it does."""
        now = self._monotonic()
        if now - self._beat_at >= EVERY_S:
            self._beat_at = now
            self._loop_rests.clear()
            self._write(b"%d\n" % threading.get_native_id())
            if self._notifier is not None:
                self._notifier.goes_on()

    def rests(self) -> None:
        """Say that the loop pauses for a while: for a device to open, or for good."""
        self._beat_at = -EVERY_S
        self._write(_RESTS)
        self._loop_rests.set()

    def is_on_bus(self) -> None:
        """Say that the service has found its bus."""
        self._write(_ON_BUS)
        if self._notifier is not None:
            self._notifier.ready("on the bus")

    def _stay_awake(self) -> None:
        while self._loop_rests.wait():
            self._write(_AWAKE)
            time.sleep(EVERY_S)

    def _write(self, line: bytes) -> None:
        if self._descriptor is not None:
            # A supervisor that doesn't read must not block the service; if it is gone, that is noticed
            # elsewhere.
            with suppress(OSError):
                os.write(self._descriptor, line)


SILENT = Heart(None)
"""No heart: nobody supervises."""


def own_heart() -> Heart:
    """Return this process's heart: on the pipe that its supervisor gave it, if one did.

    The first call says that the process is awake, so a service calls it before it imports or opens anything.
    Any thread may ask.
    """
    # The bus's thread and the service's loop ask at the same moment. A cache lets both look for the pipe: one
    # took it, and the other got a silent heart. The supervisor then waited for ever for the silent one.
    with _LOOKING:
        return _heart()


_LOOKING = threading.Lock()


@cache
def _heart() -> Heart:
    # The processes that this one starts have no part in it.
    said = os.environ.pop(HEART_VARIABLE, "")
    if not said.isdecimal():
        notifier = own_notifier()
        return Heart(None, notifier=notifier) if notifier.is_heard else SILENT
    descriptor = int(said)
    try:
        if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            return SILENT
        os.set_blocking(descriptor, False)  # as it is called
        os.set_inheritable(descriptor, False)  # noqa: FBT003 # as it is called
    except OSError:
        return SILENT
    heart = Heart(descriptor)
    heart.wake()
    return heart


# A forked process has a heart of its own.
os.register_at_fork(after_in_child=_heart.cache_clear)


@dataclass(slots=True)
class HeardBeat:
    """The last signs of life that were read from a heart."""

    beats: int = 0
    """How many beats were heard."""
    loop: int | None = None
    """The thread that beats; None while it rests or hasn't begun."""
    awake: int = 0
    """How often the process said that it's awake while its loop hadn't begun or rested."""
    on_bus: bool = False
    """Whether the service is connected to the bus."""
    _rest: bytes = b""
    """Bytes of a line that isn't whole yet."""

    def take(self, read: bytes) -> None:
        """Take in bytes from the pipe; a line may come in pieces."""
        *lines, self._rest = (self._rest + read).split(b"\n")
        for line in lines:
            said = line + b"\n"
            if said == _ON_BUS:
                self.on_bus = True
                continue
            if said == _AWAKE:
                self.awake += 1
                continue
            self.beats += 1
            self.loop = int(line) if line.isdigit() else None
