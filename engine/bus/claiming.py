"""A table's claim to its name on a shared broker: of two tables with one name, only one has it.

The claim is a retained message, which the broker takes away when its holder goes. A broker sends the messages
of one topic to everybody in the same order. So the first claim that arrives, once we listen, has the name.
"""

import logging
import socket
import threading
import time
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage

from engine.bus.address import parse_broker_url
from engine.bus.channels import BY_NAME
from engine.bus.codec import decode, encode
from engine.bus.connection import KEEPALIVE_SECONDS, client_of
from engine.bus.messages.services import TableClaim
from engine.bus.sealing import derived_key
from engine.bus.topics import topic_of
from engine.core.faults import InputFault

_GOODBYE_S = 2.0
_LOOK_S, _REACH_S = 0.2, 2.0
_IDENTITY_BYTES = 8
_MARK_BYTES = 16
_CHANNEL = BY_NAME["claim"]

log = logging.getLogger(__name__)


def table_claim(
    key: bytes, *, pages: str = "", delay_s: float = 0.0, links_of_match: bool = True
) -> TableClaim:
    """Return the claim of the table with this key, on this machine and from now on.

    `pages`: the address of its pages; `delay_s`: how late spectators see its match, s; `links_of_match`:
    whether the links to its seats end with the match.
    """
    identity = derived_key(key, "identity")[:_IDENTITY_BYTES].hex()
    mark = pages_mark(key, pages) if pages else ""
    return TableClaim(identity, socket.gethostname(), time.time(), pages, delay_s, mark, links_of_match)


def pages_mark(key: bytes, pages: str) -> str:
    """Return the mark of a table's key on an address: it says that the pages there are the table's own."""
    return derived_key(key, f"pages {pages}")[:_MARK_BYTES].hex()


class NameClaim:
    """One table's claim to one name, from `start` to `release`. One paho thread.

    Raises:
        InputFault: the URL or the name is unusable.
    """

    def __init__(self, url: str, table: str, claim: TableClaim) -> None:
        self._address = parse_broker_url(url)
        self._topic = topic_of(_CHANNEL, table=table)
        self._claim = claim
        self._lock = threading.Lock()
        self._settled = threading.Event()
        self._holder: TableClaim | None = None
        self._subscription: int | None = None
        self._looked_twice = False
        self._client = client_of(self._address, "claim")
        self._client.will_set(self._topic, b"", qos=1, retain=True)
        self._client.reconnect_delay_set(1, 3)
        self._client.on_connect = self._connected
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._came

    def start(self) -> None:
        """Connect in the background, and again whenever the connection breaks."""
        self._client.connect_async(self._address.host, self._address.port, KEEPALIVE_SECONDS)
        self._client.loop_start()

    def settled(self, timeout: float) -> bool:
        """Wait until it's known who has the name; False when it isn't after `timeout` seconds."""
        return self._settled.wait(timeout)

    def settles(self, stop: threading.Event) -> bool:
        """Wait until it's known who has the name; False when `stop` was set before.

        A broker that doesn't answer soon is named in the log.
        """
        silent_at, said = time.monotonic() + _REACH_S, False
        while not self.settled(_LOOK_S):
            if stop.is_set():
                return False
            if not said and time.monotonic() > silent_at:
                log.warning("the broker %s doesn't answer; trying again until it does", self._address)
                said = True
        return True

    @property
    def other(self) -> TableClaim | None:
        """The other table that has the name; None: it's ours, or no table has it yet."""
        with self._lock:
            return None if self._holder is None or self._is_ours(self._holder) else self._holder

    def release(self) -> None:
        """Give the name back, if it's ours, and leave the broker."""
        with self._lock:
            ours = self._holder is not None and self._is_ours(self._holder)
        if ours and self._client.is_connected():
            given_back = self._client.publish(self._topic, b"", qos=1, retain=True)
            try:
                given_back.wait_for_publish(_GOODBYE_S)
            except (RuntimeError, ValueError):
                log.info("the broker went before the name was given back")
        # Without a goodbye the broker would clear the topic, even where another table's claim is there by
        # now.
        self._client.disconnect()
        self._client.loop_stop()
        self._client.on_connect = self._client.on_subscribe = self._client.on_message = None

    def _is_ours(self, claim: TableClaim) -> bool:
        """Tell whether a claim is this table's own.

        On one machine a lock lets a table be played only once.
        """
        return (claim.identity, claim.host) == (self._claim.identity, self._claim.host)

    # The methods below run on paho's thread.

    def _connected(self, client: Client, *_: Any) -> None:
        with self._lock:
            self._looked_twice = False
            # Another table may have taken the name while we were away.
            self._holder = None
        self._subscription = client.subscribe(self._topic, qos=1)[1]

    def _subscribed(self, client: Client, _data: Any, mid: int, codes: list[Any], *_: Any) -> None:
        if mid != self._subscription:
            return
        if any(code.is_failure for code in codes):
            log.warning("the broker at %s doesn't let the table's name be claimed", self._address)
            self._settled.set()
            return
        with self._lock:
            first, self._looked_twice = not self._looked_twice, True
            free = self._holder is None
        if first:
            # A retained claim may come after the answer to the first question, but never after the answer to
            # the second.
            self._subscription = client.subscribe(self._topic, qos=1)[1]
        elif free:
            client.publish(self._topic, encode(_CHANNEL, self._claim), qos=1, retain=True)

    def _came(self, client: Client, _data: Any, message: MQTTMessage) -> None:
        if not message.payload:
            return
        try:
            claim = decode(_CHANNEL, bytes(message.payload), topic=self._topic)
        except (InputFault, msgspec.ValidationError) as error:
            log.warning("passed over: %s", error)
            return
        with self._lock:
            # Of several others the last is the holder: it answers a claim that came too late.
            if self._holder is None or not (self._is_ours(self._holder) or self._is_ours(claim)):
                self._holder = claim
            defends = self._is_ours(self._holder) and not self._is_ours(claim)
        if defends:
            client.publish(self._topic, encode(_CHANNEL, self._claim), qos=1, retain=True)
        self._settled.set()
