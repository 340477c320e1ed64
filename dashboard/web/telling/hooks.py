"""Web hooks: a table posts each turn, warning and end of a match to addresses that its owner gives.

A message has only what everybody at the table may know. An address that doesn't answer doesn't hold up the
table: up to 100 messages wait for it, and each is dropped after four tries.
"""

import json
import logging
import queue
import threading
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from dashboard.web.telling.news import HookKind, NewsOfMatch
from engine.bus.client import BusEvent
from engine.core.phrase import ENGLISH
from engine.core.unusable import system_words

PAUSES_S = (1.0, 5.0, 20.0)
"""The pauses before a message is sent again, s. After the last try it is dropped."""

WAITING = 100
"""The most messages that wait for one address. Beyond it, new ones are dropped."""

_ANSWER_S = 10.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HookMessage:
    """One message. It is posted as JSON with these fields."""

    event: HookKind
    """The kind of message."""
    table: str
    """The table's name."""
    match: str
    """The match's name."""
    seat: str
    """The seat whose turn it is; empty for other kinds."""
    player: str
    """The name of that seat's player; empty if none was given."""
    text: str
    """The message as an English sentence."""


class HookEvents:
    """Makes hook messages from the messages of the bus. It has no socket and no clock."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._news = NewsOfMatch()

    def take(self, event: BusEvent) -> Iterator[HookMessage]:
        """Yield the hook messages that follow from one event of the bus."""
        for one in self._news.take(event):
            players = (
                {} if one.state is None else {str(seat): name for seat, name in one.state.players.items()}
            )
            match = "" if one.state is None else one.state.match
            yield HookMessage(
                one.kind, self._table, match, one.seat, players.get(one.seat, ""), one.said(ENGLISH)
            )


Post = Callable[[str, bytes], None]
"""Posts JSON to an address. It raises an OSError if the address doesn't take it."""


class HookLine:
    """Sends messages to one address, one after the other, in a thread of its own."""

    def __init__(self, url: str, *, post: Post | None = None, pauses_s: tuple[float, ...] = PAUSES_S) -> None:
        self._url, self._post, self._pauses_s = url, post or post_json, pauses_s
        self._waiting: queue.Queue[bytes] = queue.Queue(WAITING)
        self._stop = threading.Event()
        self._away = False
        self._thread = threading.Thread(target=self._run, name="web hook", daemon=True)
        self._thread.start()

    def send(self, message: HookMessage) -> None:
        """Queue a message; drop it if too many wait."""
        try:
            self._waiting.put_nowait(json.dumps(asdict(message), ensure_ascii=False).encode())
        except queue.Full:
            self._say_away("too many messages are waiting")

    def stop(self) -> None:
        """Send no more."""
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                body = self._waiting.get(timeout=0.5)
            except queue.Empty:
                continue
            self._deliver(body)

    def _deliver(self, body: bytes) -> None:
        for pause_s in (*self._pauses_s, None):
            try:
                self._post(self._url, body)
            except OSError as error:
                self._say_away(system_words(error))
                if pause_s is None or self._stop.wait(pause_s):
                    return
            else:
                self._away = False
                return

    def _say_away(self, why: str) -> None:
        """Log once that an address takes nothing. The line has no path, which may be the owner's secret."""
        if not self._away:
            log.warning("the web hook at %s takes no messages: %s", urlsplit(self._url).hostname, why)
        self._away = True


class Hooks:
    """A table's web hooks. Each message goes to every address."""

    def __init__(self, table: str, urls: tuple[str, ...]) -> None:
        self._events = HookEvents(table)
        self._lines = [HookLine(url) for url in urls]

    def take(self, event: BusEvent) -> None:
        """Queue the messages that follow from one event of the bus. It never waits."""
        for message in self._events.take(event):
            for line in self._lines:
                line.send(message)

    def stop(self) -> None:
        """Send no more."""
        for line in self._lines:
            line.stop()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: a message only goes to the address that the owner gave."""


def post_json(url: str, body: bytes) -> None:
    """Post JSON to an address.

    Raises:
        OSError: the address didn't take it.
    """
    headers = {"Content-Type": "application/json", "User-Agent": "boardwarden"}
    asked = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310 # http or https, checked
    with urllib.request.build_opener(_NoRedirects).open(asked, timeout=_ANSWER_S):
        pass
