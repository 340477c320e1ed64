"""A service's heartbeat: its own loop writes it to a pipe that its supervisor holds the other end of.

A service that systemd started alone says the same to systemd. The bus has no part in it: whatever is said
there, or whoever says it, nobody is ended for it.
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
"""A beat follows another not sooner."""

_RESTS, _ON_BUS = b"rests\n", b"on the bus\n"


class Heart:
    """Writes one process's heartbeat to a pipe, to systemd, or to nobody."""

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

    def beat(self) -> None:
        """Say that the calling thread, the service's loop, goes round; call it each time that it does."""
        now = self._monotonic()
        if now - self._beat_at >= EVERY_S:
            self._beat_at = now
            self._write(b"%d\n" % threading.get_native_id())
            if self._notifier is not None:
                self._notifier.goes_on()

    def rests(self) -> None:
        """Say that the loop is left for a while: for a device to open, or for good."""
        self._beat_at = -EVERY_S
        self._write(_RESTS)

    def is_on_bus(self) -> None:
        """Say that the service has found its bus."""
        self._write(_ON_BUS)
        if self._notifier is not None:
            self._notifier.ready("on the bus")

    def _write(self, line: bytes) -> None:
        if self._descriptor is not None:
            # A supervisor that reads nothing holds nobody up, and one that is gone is noticed elsewhere.
            with suppress(OSError):
                os.write(self._descriptor, line)


SILENT = Heart(None)
"""No heart: nobody supervises."""


@cache
def own_heart() -> Heart:
    """Return this process's heart: on the pipe that its supervisor gave it, if one did."""
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
    return Heart(descriptor)


@dataclass(slots=True)
class HeardBeat:
    """The last signs of life of a heart."""

    beats: int = 0
    """How many beats were heard."""
    loop: int | None = None
    """The thread that beats; None while it rests or hasn't begun."""
    on_bus: bool = False
    """Whether the service is connected to the bus."""
    _rest: bytes = b""
    """Bytes of a line that isn't whole yet."""

    def take(self, read: bytes) -> None:
        """Take in what came from the pipe, in whatever pieces."""
        *lines, self._rest = (self._rest + read).split(b"\n")
        for line in lines:
            said = line + b"\n"
            if said == _ON_BUS:
                self.on_bus = True
                continue
            self.beats += 1
            self.loop = int(line) if line.isdigit() else None
