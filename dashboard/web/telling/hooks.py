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
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from dashboard.web.words.calling import by_name, labels_of
from dashboard.web.words.speaking import rendered
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.messages.match import MatchState
from engine.core.phrase import ENGLISH, Phrase
from engine.core.unusable import system_words
from engine.core.verdict import Verdict, VerdictKind

PAUSES_S = (1.0, 5.0, 20.0)
"""The pauses before a message is sent again, s. After the last try it is dropped."""

WAITING = 100
"""The most messages that wait for one address. Beyond it, new ones are dropped."""

_ANSWER_S = 10.0

log = logging.getLogger(__name__)


class HookKind(StrEnum):
    """The kinds of messages."""

    YOUR_TURN = "your_turn"
    """Another seat's turn has begun."""
    WARNING = "warning"
    """A play broke a rule."""
    MATCH_OVER = "match_over"
    """The match has an outcome."""


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
        self._match: MatchState | None = None
        self._warned = ""

    def take(self, event: BusEvent) -> Iterator[HookMessage]:
        """Yield the hook messages that follow from one event of the bus."""
        match event:
            case ReceivedMessage(_, _, MatchState() as state):
                before, self._match = self._match, state
                if before is not None:
                    yield from self._changed(before, state)
            case ReceivedMessage("verdict", _, Verdict(kind=kind) as verdict):
                text = self._said(verdict.text)
                if kind is VerdictKind.ILLEGAL and text != self._warned:
                    yield self._message(HookKind.WARNING, text)
                self._warned = text if kind is VerdictKind.ILLEGAL else ""

    def _changed(self, before: MatchState, state: MatchState) -> Iterator[HookMessage]:
        view, is_same = state.view, before.match == state.match
        if view.outcome is not None:
            if not is_same or before.view.outcome is None:
                yield self._message(HookKind.MATCH_OVER, self._said(view.headline))
        elif view.turn is not None and not (is_same and before.view.turn == view.turn):
            yield self._message(HookKind.YOUR_TURN, self._said(view.headline), seat=str(view.turn))

    def _message(self, kind: HookKind, text: str, *, seat: str = "") -> HookMessage:
        players = {} if self._match is None else {str(one): name for one, name in self._match.players.items()}
        match = "" if self._match is None else self._match.match
        return HookMessage(kind, self._table, match, seat, players.get(seat, ""), text)

    def _said(self, phrase: Phrase) -> str:
        return str(by_name(rendered(phrase, ENGLISH), labels_of(self._match, ENGLISH)))


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
