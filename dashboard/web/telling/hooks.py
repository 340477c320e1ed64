"""Web hooks: other programs hear of a turn, a warning and the end of a match. Off unless addresses are given.

A message says only what everybody at the table may know. An address that doesn't answer costs the table
nothing: a few messages wait for it, and each is given up after a few tries.
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
"""The pauses before a message is sent again; after the last it's given up."""

WAITING = 100
"""A new message is given up while this number of others wait."""

_ANSWER_S = 10.0

log = logging.getLogger(__name__)


class HookKind(StrEnum):
    """The kinds of messages."""

    YOUR_TURN = "your_turn"
    WARNING = "warning"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class HookMessage:
    """One message, as the JSON that is posted has it."""

    event: HookKind
    """The kind of message."""
    table: str
    """The table's name."""
    match: str
    """The match's name."""
    seat: str
    """The seat whose turn it is; empty for other messages."""
    player: str
    """The name of the person at that seat, where it gave one."""
    text: str
    """The message for people, in English."""


class HookEvents:
    """Finds out from the bus what is to be sent. No socket, no clock."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._match: MatchState | None = None
        self._warned = ""

    def take(self, event: BusEvent) -> Iterator[HookMessage]:
        """Yield the events that follow from one message of the bus."""
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
"""Posts JSON to an address; raises an OSError where it wasn't taken."""


class HookLine:
    """Sends messages to one address, in a thread of its own, one after the other."""

    def __init__(self, url: str, *, post: Post | None = None, pauses_s: tuple[float, ...] = PAUSES_S) -> None:
        self._url, self._post, self._pauses_s = url, post or post_json, pauses_s
        self._waiting: queue.Queue[bytes] = queue.Queue(WAITING)
        self._stop = threading.Event()
        self._away = False
        self._thread = threading.Thread(target=self._run, name="web hook", daemon=True)
        self._thread.start()

    def send(self, message: HookMessage) -> None:
        """Have a message sent; where too many wait, it's given up."""
        try:
            self._waiting.put_nowait(json.dumps(asdict(message), ensure_ascii=False).encode())
        except queue.Full:
            self._say_away("too many messages wait for it")

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
        """Say once that an address takes nothing; its path may be a secret of its owner's."""
        if not self._away:
            log.warning("the web hook at %s takes nothing: %s", urlsplit(self._url).hostname, why)
        self._away = True


class Hooks:
    """A table's web hooks: each message goes to every address."""

    def __init__(self, table: str, urls: tuple[str, ...]) -> None:
        self._events = HookEvents(table)
        self._lines = [HookLine(url) for url in urls]

    def take(self, event: BusEvent) -> None:
        """Send what follows from one thing that happened on the bus. Never waits."""
        for message in self._events.take(event):
            for line in self._lines:
                line.send(message)

    def stop(self) -> None:
        """Send no more."""
        for line in self._lines:
            line.stop()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow none: a message goes where its owner said."""


def post_json(url: str, body: bytes) -> None:
    """Post JSON to an address.

    Raises:
        OSError: it wasn't taken.
    """
    headers = {"Content-Type": "application/json", "User-Agent": "boardwarden"}
    asked = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310 # http or https, checked
    with urllib.request.build_opener(_NoRedirects).open(asked, timeout=_ANSWER_S):
        pass
