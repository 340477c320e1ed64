"""A service's messages to the systemd that started it: ready, alive, stopping.

The protocol is sd_notify(3): lines in a datagram to the socket that the environment names. A service that
wasn't started by systemd sends nothing.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache

_SOCKET, _WATCHDOG, _WATCHED = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
_BEATS_IN_LIMIT = 4
"""So often that systemd's limit holds even if one beat is lost and the next is late."""


class Notifier:
    """Sends messages to systemd.

    `watched_s`: systemd ends a process that is silent for so long; None: never.
    """

    def __init__(
        self,
        address: str | None,
        *,
        watched_s: float | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        # An address that begins with @ is one in Linux's abstract name space.
        self._address = f"\0{address[1:]}" if address and address[0] == "@" else address
        self._every_s = None if watched_s is None else watched_s / _BEATS_IN_LIMIT
        self._monotonic = monotonic
        self._beat_at = float("-inf")
        self._ready = False

    @property
    def is_heard(self) -> bool:
        """Whether a systemd listens."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Say, once, that the service is ready for its work; `status` is a line for people."""
        if not self._ready:
            self._ready = True
            self._send("READY=1", f"STATUS={status}")

    def goes_on(self) -> None:
        """Say that the loop goes round; call it each time that it does."""
        now = self._monotonic()
        if self._every_s is not None and now - self._beat_at >= self._every_s:
            self._beat_at = now
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the service has begun to stop."""
        self._send("STOPPING=1", "STATUS=stopping")

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        # A systemd that is busy or gone must not hold anybody up.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaking:
            speaking.setblocking(False)  # noqa: FBT003 # as it is called
            speaking.sendto("\n".join(lines).encode(), self._address)


def notifier_of(environment: Mapping[str, str], pid: int) -> Notifier:
    """Return the notifier for a process, as its environment asks; a silent one if the environment doesn't."""
    limit, whose = environment.get(_WATCHDOG, ""), environment.get(_WATCHED, "")
    is_watched = limit.isdecimal() and int(limit) > 0 and whose in ("", str(pid))
    return Notifier(environment.get(_SOCKET), watched_s=int(limit) / 1e6 if is_watched else None)


@cache
def own_notifier() -> Notifier:
    """Return this process's notifier; processes that it starts don't inherit it."""
    found = notifier_of(os.environ, os.getpid())
    for name in (_SOCKET, _WATCHDOG, _WATCHED):
        os.environ.pop(name, None)
    return found
