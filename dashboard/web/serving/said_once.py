"""Writes a repeated log message once. Its repetitions are counted, and written after a minute as a number."""

import logging
import time
from collections.abc import Callable

from engine.core.counting import counted

AGAIN_S = 60.0
"""The time after which a message that still repeats is written again, s."""

_MOST_KNOWN = 64


class SaidOnce(logging.Filter):
    """A filter that lets each message of a logger through once a minute, whatever its arguments are.

    It is for loggers whose messages strangers can cause, by bad requests or by too many connections.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is written. If so, the number of its dropped repetitions is added to it."""
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
            record.msg = f"{record.msg} (and {counted(silent, 'more time')} since it was last logged)"
        return True
