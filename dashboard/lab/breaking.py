"""The errors that may break a measurement off, such as a lost connection on a busy machine."""

import logging
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from subprocess import SubprocessError
from typing import Any

from websockets.exceptions import WebSocketException

from engine.core.faults import MissingFault

BREAKS = (OSError, WebSocketException, HTTPException, SubprocessError)


def rows_until_a_break(
    bench: str, measure: Callable[[], Iterable[dict[str, Any]]]
) -> Iterator[dict[str, Any]]:
    """Yield a bench's rows; those that were measured before a connection or process broke aren't lost.

    Raises:
        MissingFault: a connection or process broke, as connections do on a busy machine without a timely
        answer.
    """
    keep_websockets_quiet()
    try:
        yield from measure()
    except BREAKS as error:
        raise MissingFault(
            f"bench {bench}: what it measures broke off ({first_line(error)}); is the machine too busy?"
        ) from error


def first_line(error: Exception) -> str:
    """Return the first line of an error, without a browser's call log."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def keep_websockets_quiet() -> None:
    """Keep the library's messages about broken connections off standard error."""
    logger = logging.getLogger("websockets")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
