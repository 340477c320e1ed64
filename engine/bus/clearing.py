"""Clears the retained topics of a table that has stopped, so that nobody takes it for one that plays."""

import threading
from collections.abc import Mapping
from typing import Any, Self

from paho.mqtt.client import Client, MQTTMessage

from engine.bus.address import parse_broker_url
from engine.bus.channels import BY_NAME
from engine.bus.codec import decode
from engine.bus.connection import KEEPALIVE_SECONDS, client_of
from engine.bus.topics import parse_topic, topics_of_table
from engine.core.bounded_json import parse_json
from engine.core.faults import InputFault, MissingFault

_AVAILABILITY, _CLAIM = BY_NAME["availability"], BY_NAME["claim"]


def clear_table(url: str, table: str, *, discovery: str = "", within_s: float = 5.0) -> int:
    """Clear a table's retained topics, and its devices' announcements under `discovery`; return how many.

    Services that are still there, on other machines, keep theirs. The claim to the name isn't cleared: its
    holder gives it back.

    Raises:
        MissingFault: the broker isn't there, or doesn't answer in time.
    """
    with _Sweep(url, table, discovery) as sweep:
        return sweep.clear(within_s)


def stale_topics(kept: Mapping[str, bytes], table: str) -> tuple[str, ...]:
    """Return which of the kept topics belong to no running service. Pure."""
    found = {}
    for topic, payload in kept.items():
        try:
            found[topic] = (parse_topic(topic), payload)
        except InputFault:
            continue
    online = {address.name for address, payload in found.values() if _is_online(address.channel, payload)}
    ours = [
        topic
        for topic, (address, _) in found.items()
        if address.table == table and address.channel is not _CLAIM and not online & _behind(address)
    ]
    announced = [topic for topic, payload in kept.items() if topic not in found and _names(payload, table)]
    return (*ours, *(() if online else announced))


def _behind(address: Any) -> set[str]:
    """Return the services that a topic depends on."""
    return (
        {address.name} if address.channel is _AVAILABILITY else {str(one) for one in address.channel.senders}
    )


def _is_online(channel: Any, payload: bytes) -> bool:
    try:
        return channel is _AVAILABILITY and bool(decode(_AVAILABILITY, payload).online)
    except InputFault:
        return False


def _names(payload: bytes, table: str) -> bool:
    """Tell whether an announcement to Home Assistant refers to a table's topics."""
    try:
        found = parse_json(payload)
    except ValueError:
        return False
    prefix = topics_of_table(table).removesuffix("#")
    return isinstance(found, dict) and any(prefix in text for text in _texts(found))


def _texts(value: Any) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for one in value.values() for text in _texts(one)]
        case list():
            return [text for one in value for text in _texts(one)]
        case _:
            return []


class _Sweep:
    """A connection that collects the kept topics and clears them."""

    def __init__(self, url: str, table: str, discovery: str) -> None:
        self._address = parse_broker_url(url)
        self._table = table
        # Quality 0: of another, a broker sends some twenty before it has their receipts (mosquitto's
        # max_inflight_messages), and its answer to the next question would come before the rest.
        self._filters = [(topics_of_table(table), 0), *([(f"{discovery}/#", 0)] if discovery else [])]
        self._kept: dict[str, bytes] = {}
        self._collected = threading.Event()
        self._asked = 0
        self._client = client_of(self._address, "clearing")
        self._client.on_connect = self._ask
        self._client.on_subscribe = self._answered
        self._client.on_message = self._came

    def __enter__(self) -> Self:
        self._client.connect_async(self._address.host, self._address.port, KEEPALIVE_SECONDS)
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        self._client.on_connect = self._client.on_subscribe = self._client.on_message = None

    def clear(self, within_s: float) -> int:
        """Clear until the broker keeps nothing more of the table; return how many topics were cleared."""
        cleared: set[str] = set()
        while stale := set(self._stale(within_s)) - cleared:
            try:
                for sent in [self._client.publish(topic, b"", qos=1, retain=True) for topic in sorted(stale)]:
                    sent.wait_for_publish(within_s)
            except (RuntimeError, ValueError) as error:
                raise MissingFault(f"the broker at {self._address} went while it was cleared") from error
            cleared |= stale
            self._ask(self._client)
        return len(cleared)

    def _stale(self, within_s: float) -> tuple[str, ...]:
        if not self._collected.wait(within_s):
            raise MissingFault(f"the broker at {self._address} doesn't say what it keeps of '{self._table}'")
        return stale_topics(self._kept.copy(), self._table)

    def _ask(self, client: Client, *_: Any) -> None:
        self._kept.clear()
        self._asked = 0
        self._collected.clear()
        client.subscribe(self._filters)

    def _answered(self, client: Client, *_: Any) -> None:
        # A kept message may come after the answer to the first question, never after the second's.
        self._asked += 1
        if self._asked == 1:
            client.subscribe(self._filters)
        else:
            self._collected.set()

    def _came(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        if message.retain and message.payload:
            self._kept[message.topic] = bytes(message.payload)
