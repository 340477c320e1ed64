"""Asks a broker again and again for an answer by MQTT: a broker that listens but doesn't answer hangs."""

import threading
import time
import uuid
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from engine.bus.address import parse_broker_url

_EVERY_S = 0.5
_AGAIN_S = 0.1
_NOWHERE = "boardwarden/round-trip"
"""A topic that nobody publishes on. It is subscribed to and left in turns, because each is acknowledged.
iotcore doesn't acknowledge leaving a topic that wasn't subscribed to, and it ends the connection of a client
that has no subscription."""


class RoundTrip:
    """A connection of its own to one broker.

    Raises:
        InputFault: the URL isn't a broker's.
    """

    def __init__(self, url: str) -> None:
        self._address = parse_broker_url(url)
        self._answers = 0
        self._asked_at = 0.0
        self._subscribed = False
        self._lock = threading.Lock()
        client = Client(CallbackAPIVersion.VERSION2, f"bw-keeper-{uuid.uuid4().hex[:12]}")
        if self._address.user:
            client.username_pw_set(self._address.user, self._address.password or None)
        # It can't be stopped while it waits; with 1 s here a keeper outlived its broker by as much.
        client.reconnect_delay_set(_AGAIN_S, _AGAIN_S)  # type: ignore[arg-type] # paho says int, and counts in floats
        client.on_connect = self._connected
        client.on_subscribe = self._answered
        client.on_unsubscribe = self._answered
        self._client = client

    def start(self) -> None:
        """Connect, in the background and for ever."""
        self._client.connect_async(self._address.host, self._address.port)
        self._client.loop_start()

    def answers(self) -> int:
        """Return the number of answers so far; ask for the next one when it's time."""
        now = time.monotonic()
        if now - self._asked_at >= _EVERY_S and self._client.is_connected():
            ask = self._client.unsubscribe if self._subscribed else self._client.subscribe
            asked, _ = ask(_NOWHERE)
            self._subscribed = not self._subscribed
            if asked == MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._asked_at = now
        with self._lock:
            return self._answers

    def stop(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, *given: Any) -> None:
        self._subscribed = False
        self._answered(*given)

    def _answered(self, *_: Any) -> None:
        with self._lock:
            self._answers += 1
