"""Sends a match's news to the devices that asked for them. Nothing here holds up the table.

A message is encrypted for its browser (RFC 8291, by http-ece) and signed with the table's key (RFC 8292, by
py-vapid): the push service reads nothing of it.
"""

import json
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dashboard.web.pushing.subscriptions import Subscription, SubscriptionBook
from dashboard.web.telling.news import HookKind, MatchNews, NewsOfMatch
from dashboard.web.texts import TEXTS
from engine.bus.client import BusEvent
from engine.bus.sealing import derived_key
from engine.core.base64url import from_base64url, to_base64url
from engine.core.faults import BoardwardenError, MissingFault
from engine.core.unusable import system_words

WAITING = 100
"""The most messages that wait. Beyond it, new ones are dropped."""

_WORKERS = 4
"""The number of devices that are sent to at a time: one whose service hangs holds up few."""
_LASTS_S = {HookKind.YOUR_TURN: 600, HookKind.WARNING: 120, HookKind.MATCH_OVER: 86_400}
"""How long a push service keeps a message for a device that is off, s."""
_LONGEST_TEXT = 400
_GONE = (403, 404, 410)
"""The answers of a service that has forgotten the device, or whose device knows another key."""

log = logging.getLogger(__name__)

PushPost = Callable[[str, bytes, dict[str, str]], int]
"""Posts to an address and returns the answer's status. It raises an OSError if the address doesn't answer."""


class PushKey:
    """The key that a table signs its notifications with, made from the table's key.

    `contact`: the address of whoever runs the table, for the push services: `mailto:` or `https://`.

    Raises:
        MissingFault: the libraries of the extra `push` aren't installed.
    """

    def __init__(self, key: bytes, *, table: str, contact: str) -> None:
        try:
            import http_ece  # noqa: PLC0415 # an extra
            import py_vapid  # noqa: PLC0415 # an extra
        except ImportError as error:
            raise MissingFault(TEXTS.say("refused.push_extra")) from error
        self._encrypt: Callable[..., bytes] = http_ece.encrypt
        # One less than the curve's order, so that the key is one of it.
        number = int.from_bytes(derived_key(key, f"notifications of {table}")) % (_ORDER - 1) + 1
        self._own = ec.derive_private_key(number, ec.SECP256R1())
        self._vapid: Any = py_vapid.Vapid02(private_key=self._own)
        self._contact = contact

    @property
    def public(self) -> str:
        """The public key that browsers subscribe with, in base64url."""
        point = self._own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return to_base64url(point)

    def message(self, one: Subscription, body: bytes, *, lasts_s: int) -> tuple[bytes, dict[str, str]]:
        """Return the encrypted body for a device, and the headers of its POST."""
        parts = urlsplit(one.endpoint)
        sealed = self._encrypt(
            body,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=from_base64url(one.p256dh),
            auth_secret=from_base64url(one.auth),
            version="aes128gcm",
        )
        signed: dict[str, str] = self._vapid.sign({"aud": f"https://{parts.netloc}", "sub": self._contact})
        return sealed, {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(lasts_s),
            "Urgency": "high",
            **signed,
        }


_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-5)."""


class Pushing:
    """A table's notifications. `take` gets the bus's events and never waits; threads send."""

    def __init__(self, book: SubscriptionBook, key: PushKey, post: PushPost, *, table: str) -> None:
        self._book, self._key, self._post, self._table = book, key, post, table
        self._news = NewsOfMatch()
        self._waiting: queue.Queue[tuple[Subscription, MatchNews]] = queue.Queue(WAITING)
        self._stop = threading.Event()
        self._away = False
        for _ in range(_WORKERS):
            threading.Thread(target=self._run, name="notifications", daemon=True).start()

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with."""
        return self._key.public

    def take(self, event: BusEvent) -> None:
        """Queue the messages that follow from one event of the bus: a turn for its seat, the rest for all."""
        for news in self._news.take(event):
            for one in self._book.of(news.seat):
                try:
                    self._waiting.put_nowait((one, news))
                except queue.Full:
                    self._say_away(one, "too many notifications are waiting")

    def stop(self) -> None:
        """Send no more."""
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                one, news = self._waiting.get(timeout=0.5)
            except queue.Empty:
                continue
            self._deliver(one, news)

    def _deliver(self, one: Subscription, news: MatchNews) -> None:
        said = {"title": self._table, "body": news.said(one.language)[:_LONGEST_TEXT], "tag": news.kind}
        try:
            body = json.dumps(said, ensure_ascii=False).encode()
            status = self._post(one.endpoint, *self._key.message(one, body, lasts_s=_LASTS_S[news.kind]))
            if status in _GONE:
                self._book.end(one.endpoint)
            elif not 200 <= status < 300:
                self._say_away(one, f"status {status}")
            else:
                self._away = False
        except (OSError, ValueError) as error:
            self._say_away(one, system_words(error) if isinstance(error, OSError) else str(error))
        except BoardwardenError as error:
            self._say_away(one, str(error))

    def _say_away(self, one: Subscription, why: object) -> None:
        """Log once that a push service takes nothing. The line has no path, which is the device's secret."""
        if not self._away:
            log.warning(
                "the push service %s takes no notifications: %s", urlsplit(one.endpoint).hostname, why
            )
        self._away = True
