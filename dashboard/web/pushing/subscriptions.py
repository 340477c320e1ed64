"""The devices that asked for notifications, and the file that keeps them. A seat has a few at most.

A device's wish lasts as long as the seat's link that it was made with.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dashboard.web.kept_values import digest_of, file_of, keep, kept
from dashboard.web.pushing.reach import expect_push_address
from dashboard.web.texts import TEXTS
from engine.core.base64url import from_base64url
from engine.core.faults import InputFault
from engine.core.ids import Seat

DEVICES_OF_SEAT = 4
"""The most devices of one seat. Beyond it, the one that asked first is dropped."""

_POINT_BYTES, _AUTH_BYTES = 65, 16
"""The lengths of a browser's public key, an uncompressed point of P-256, and of its secret (RFC 8291)."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """One device's wish."""

    endpoint: str
    """The address of the push service where the browser waits."""
    p256dh: str
    """The browser's public key, in base64url."""
    auth: str
    """The secret that the browser shares with the table, in base64url."""
    seat: Seat
    """The seat."""
    language: str
    """The language of the notifications."""
    link: str
    """The SHA-256 of the seat's link, in hexadecimal."""


class SubscriptionBook:
    """A table's subscriptions. Used from several threads.

    `link` returns the present link of a seat. Without a `folder` they are lost when the program ends.
    """

    def __init__(self, folder: Path | None, table: str, *, link: Callable[[Seat], str]) -> None:
        self._path = file_of(folder, table, "push")
        self._link = link
        self._lock = threading.Lock()
        # A damaged file has none: devices ask again when their pages open.
        self._kept = kept(self._path, tuple[Subscription, ...], ())

    def add(self, endpoint: str, *, p256dh: str, auth: str, seat: Seat, language: str) -> None:
        """Keep a device's wish, in the place of its earlier one.

        Raises:
            InputFault: the address is no push service's, or the keys aren't a browser's.
            MissingFault: the disk refuses to keep it.
        """
        expect_push_address(endpoint)
        _expect_key(p256dh, _POINT_BYTES)
        _expect_key(auth, _AUTH_BYTES)
        with self._lock:
            one = Subscription(endpoint, p256dh, auth, seat, language, self._digest(seat))
            others = [each for each in self._kept if each.endpoint != endpoint and self._holds(each)]
            of_seat = [each for each in others if each.seat == seat]
            dropped = of_seat[: max(0, len(of_seat) + 1 - DEVICES_OF_SEAT)]
            self._keep((*(each for each in others if each not in dropped), one))

    def end(self, endpoint: str) -> None:
        """Forget a device.

        Raises:
            MissingFault: the disk refuses to keep that.
        """
        with self._lock:
            if any(one.endpoint == endpoint for one in self._kept):
                self._keep(tuple(one for one in self._kept if one.endpoint != endpoint))

    def of(self, seat: str) -> tuple[Subscription, ...]:
        """Return the devices of a seat whose link still holds; of all seats where it's empty."""
        with self._lock:
            return tuple(one for one in self._kept if seat in ("", one.seat) and self._holds(one))

    def _holds(self, one: Subscription) -> bool:
        return one.link == self._digest(one.seat)

    def _digest(self, seat: Seat) -> str:
        return digest_of(self._link(seat))

    def _keep(self, now: tuple[Subscription, ...]) -> None:
        keep(self._path, now, "refused.push_disk")
        self._kept = now


def _expect_key(text: str, length: int) -> None:
    try:
        found = from_base64url(text) if text.isascii() else b""
    except ValueError:
        found = b""
    if len(found) != length:
        raise InputFault(TEXTS.say("refused.push_keys"))
