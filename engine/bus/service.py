"""The parts that every service process shares: how it is asked to stop, and how it logs."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

GRACE_SECONDS = 8.0
"""How long a supervised service may take to stop once its supervisor is gone."""

_STDIN = 0


def stop_event(*, supervised: bool, grace_seconds: float = GRACE_SECONDS) -> threading.Event:
    """Return the event that is set when this process is to stop.

    SIGTERM, SIGINT and SIGHUP set it; a second one ends the process the usual way. Supervised, so does the
    end of standard input: the supervisor holds the other end of that pipe and the system closes it whatever
    way the supervisor dies. Then even a service that hangs is ended, after `grace_seconds`: none outlives its
    table. Call it once, on the main thread.
    """
    stop = threading.Event()
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), _setting(stop))
    if supervised:
        threading.Thread(
            target=_watch_stdin, args=(stop, grace_seconds), name="parent watch", daemon=True
        ).start()
    return stop


def set_up_logging(service: str, *, level: int = logging.INFO) -> None:
    """Log to standard error, a line each: `HH:MM:SS service: text`."""
    logging.basicConfig(
        stream=sys.stderr,
        level=level,
        format=f"%(asctime)s {service}: %(message)s",
        datefmt="%H:%M:%S",
        force=True,
    )


def _setting(stop: threading.Event) -> Callable[[int, FrameType | None], None]:
    def on_signal(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop.set()

    return on_signal


def _watch_stdin(stop: threading.Event, grace_seconds: float) -> None:
    # os.read and not sys.stdin: a thread inside a buffered reader makes the interpreter abort at its exit.
    while True:
        try:
            if not os.read(_STDIN, 4096):
                break
        except OSError:
            break
    stop.set()
    time.sleep(grace_seconds)
    logging.getLogger(__name__).error(
        "didn't stop within %g s of losing the supervisor; ending now", grace_seconds
    )
    os._exit(1)
