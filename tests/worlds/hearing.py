"""The sounds along a world's roads, made comparable: ciphertext counts by its length alone."""

import logging
import re
import zlib
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.bus.channels import BY_NAME
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.codec import decode, encode
from engine.bus.topics import topic_of
from tests.web.shown_table import TABLE

_SEALED = re.compile(rb'("sealed":"|"value":")([A-Za-z0-9+/=]{200,})"')
_HASH = re.compile(rb'"last_hash":"[0-9a-f]{64}"')


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that came along a road, as bytes."""

    road: str
    what: str
    said: bytes


def comparable(payload: bytes) -> bytes:
    """Return a payload with its ciphertext as nothing but its length.

    A payload that claims to be sealed and can be packed isn't sealed: it stays as it is. The journal's hashes
    are chained to a key of 256 bits in its first line: without that nobody can try out what they stand for.
    """
    bare = _SEALED.sub(lambda found: _closed(found[1], found[2]), payload)
    return _HASH.sub(b'"last_hash":"<64>"', bare)


def _closed(field: bytes, text: bytes) -> bytes:
    raw = b64decode(text)
    return field + (text if len(zlib.compress(raw, 1)) < len(raw) else b"<%d sealed>" % len(text)) + b'"'


class Ears:
    """The bus of one world: everything that goes over it is kept, and goes on to the dashboard."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.sent: list[ReceivedMessage] = []
        self.further: Callable[[ReceivedMessage], None] = lambda _: None
        """Takes all that goes over this bus on to a real one, or to a server."""

    def keep(self, channel_name: str, message: object, name: str = "") -> Any:
        """Keep a message as it travels; return it as it arrives."""
        channel = BY_NAME[channel_name]
        payload = encode(channel, message)
        what = f"{topic_of(channel, table=TABLE, name=name)} {channel.qos} {channel.retained} {len(payload)}"
        self.heard.append(Heard("bus", what, comparable(payload)))
        found = decode(channel, payload)
        self.further(ReceivedMessage(channel_name, name, found))
        return found

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.sent.append(ReceivedMessage(channel_name, name, self.keep(channel_name, message, name)))

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


class LogEars(logging.Handler):
    """The log of one world: its lines are heard as well."""

    def __init__(self, heard: list[Heard]) -> None:
        super().__init__(logging.DEBUG)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(Heard("log", f"{record.name} {record.levelname}", self.format(record).encode()))


def first_difference(one: list[Heard], other: list[Heard]) -> str:
    """Return where two worlds differ first, for whoever has to find the leak; empty: nowhere."""
    for number, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            at = next(
                (n for n, (a, b) in enumerate(zip(here.said, there.said, strict=False)) if a != b),
                min(len(here.said), len(there.said)),
            )
            near = slice(max(0, at - 60), at + 100)
            return (
                f"{here.road} ({here.what} | {there.what}), number {number}:\n"
                f"{here.said[near]!r}\n{there.said[near]!r}"
            )
    if len(one) != len(other):
        longer = max(one, other, key=len)[min(len(one), len(other))]
        return f"{longer.road} ({longer.what}): in one world there is more: {longer.said[:200]!r}"
    return ""
