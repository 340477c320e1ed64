"""Entries of logs as plain text: what a stranger names can't steer a terminal, nor look like an entry."""

import logging
from typing import Any

from engine.core.plain_text import plain_line, plain_text


class PlainFormatter(logging.Formatter):
    """Formats what is logged as plain text, each entry as one: names in it are a stranger's now and then."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 # as logging calls it
        """Return an entry without its traceback."""
        return plain_line(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 # as logging calls it
        """Return an entry's traceback."""
        return plain_text(super().formatException(ei))
