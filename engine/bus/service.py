"""The parts that every service process shares: how it is asked to stop, and how it logs."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from engine.bus.plain_logs import PlainFormatter

GRACE_SECONDS = 8.0
"""How long a supervised service may take to stop once its supervisor is gone."""

KNOWN_VARIABLE = "BOARDWARDEN_KNOWN_TO_FAIL"
"""The variable a supervisor sets for a process that failed again and again, so its reason is known."""

_STDIN = 0


def stop_event(*, supervised: bool, grace_seconds: float = GRACE_SECONDS) -> threading.Event:
    """Return the event that is set when this process is to stop.

    SIGTERM, SIGINT and SIGHUP set it; a second one ends the process the usual way. In a supervised process
    the end of standard input sets it too: the supervisor holds the other end of that pipe, and the system
    closes it however the supervisor dies. Then even a service that hangs is ended after `grace_seconds`, so
    that none outlives its table. Call it once, on the main thread.
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
    """Log to standard error, a line each: `HH:MM:SS service: text`, or in the form of systemd's journal."""
    said = logging.StreamHandler(sys.stderr)
    said.setFormatter(
        JournalFormatter(service)
        if _goes_to_journal()
        else PlainFormatter(f"%(asctime)s {service}: %(message)s", datefmt="%H:%M:%S")
    )
    logging.basicConfig(level=level, handlers=[said], force=True)


class JournalFormatter(PlainFormatter):
    """Formats for systemd's journal: each line begins with its level (sd-daemon(3)); the time is its own."""

    def __init__(self, service: str) -> None:
        super().__init__(f"{service}: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return a record's lines; the journal makes an entry of each."""
        level = next((sign for at_least, sign in _JOURNAL_LEVELS if record.levelno >= at_least), 7)
        return "\n".join(f"<{level}>{line}" for line in super().format(record).splitlines() or [""])


_JOURNAL_LEVELS = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


def _goes_to_journal() -> bool:
    """Tell whether standard error is the stream that systemd has opened to its journal (systemd.exec(5))."""
    try:
        found = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


def keep_files_private() -> None:
    """Make all files of this process, and of the processes that it starts, readable for this user only."""
    os.umask(0o077)


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
