"""A log that says a thing once: what repeats is counted, and said again after a while with the count."""

import logging
import time
from collections.abc import Callable

AGAIN_S = 60.0
"""After so long the same is said again, where it still happens."""

_MOST_KNOWN = 64


class SaidOnce(logging.Filter):
    """Lets each message of a logger through once in a while. Its variable parts (its arguments) don't count.

    Made for loggers that strangers can make speak: bad requests, a process out of sockets.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is to be written; one that is says how many weren't."""
        key = record.levelno, str(record.msg).partition("\n")[0][:80]
        now = self._clock()
        said_at, silent = self._said.get(key, (None, 0))
        if said_at is not None and now - said_at < AGAIN_S:
            self._said[key] = said_at, silent + 1
            return False
        if len(self._said) >= _MOST_KNOWN:
            self._said.clear()
        self._said[key] = now, 0
        if silent:
            record.msg = f"{record.msg} (and {silent} times since it was last said)"
        return True
