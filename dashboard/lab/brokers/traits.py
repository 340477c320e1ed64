"""Tries what a broker, or a cluster of them, does for our channels.

`python -m dashboard.lab.brokers.traits URL...` prints it.

Each message is sent at the first URL and listened to at the last, so that a cluster has to carry it.
"""

import argparse
import json
import queue
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from paho.mqtt.client import Client, MQTTMessage

from engine.bus.address import parse_broker_url
from engine.bus.channels import BY_NAME
from engine.bus.connection import client_of
from engine.bus.topics import filter_of_all_tables, topic_of

_WAIT_S = 8.0
_QUIET_S = 1.0
_MANY = 500
_MEGABYTE = 1_000_000
_STATE, _CLAIM, _EVENT = BY_NAME["match"], BY_NAME["claim"], BY_NAME["device_event"]


@dataclass(frozen=True, slots=True)
class BrokerEar:
    """A connection to a broker, and the messages that came."""

    client: Client
    """The connection."""
    came: "queue.Queue[tuple[str, bytes, bool]]"
    """Topic, payload and whether the broker had kept it, in the order of their coming."""

    def hears(self, topic: str) -> bool:
        """Subscribe at quality 1; return whether the broker agreed in time."""
        agreed: queue.Queue[bool] = queue.Queue()
        self.client.on_subscribe = lambda *said: agreed.put(not any(code.is_failure for code in said[3]))
        self.client.subscribe(topic, qos=1)
        try:
            return agreed.get(timeout=_WAIT_S)
        except queue.Empty:
            return False

    def next(self, timeout: float = _WAIT_S) -> tuple[str, bytes, bool] | None:
        """Return the next message; None: none came in time."""
        try:
            return self.came.get(timeout=timeout)
        except queue.Empty:
            return None

    def sends(self, topic: str, payload: bytes, *, retain: bool = False) -> bool:
        """Publish at quality 1; return whether the broker acknowledged in time."""
        sent = self.client.publish(topic, payload, qos=1, retain=retain)
        try:
            sent.wait_for_publish(_WAIT_S)
        except (RuntimeError, ValueError):
            return False
        return sent.is_published()


@contextmanager
def ear(url: str, *, will: str = "") -> Iterator[BrokerEar]:
    """Connect to a broker until the block ends; `will`: the topic of a retained last will.

    Raises:
        TimeoutError: the broker doesn't answer.
    """
    address = parse_broker_url(url)
    client, came = client_of(address, "traits"), queue.Queue[tuple[str, bytes, bool]]()
    there: queue.Queue[bool] = queue.Queue()
    client.on_connect = lambda *said: there.put(not said[3].is_failure)

    def arrived(_client: Client, _data: Any, message: MQTTMessage) -> None:
        came.put((message.topic, bytes(message.payload), bool(message.retain)))

    client.on_message = arrived
    if will:
        client.will_set(will, b"gone", qos=1, retain=True)
    client.connect(address.host, address.port, 10)
    client.loop_start()
    try:
        if not there.get(timeout=_WAIT_S):
            raise TimeoutError(f"{url} refuses the connection")
        yield BrokerEar(client, came)
    finally:
        left(client)


def left(client: Client) -> None:
    """Leave a broker, and let the socket be closed: paho closes it only when the client is freed."""
    client.disconnect()
    client.loop_stop()
    client.on_socket_open = client.on_connect = client.on_disconnect = None
    client.on_subscribe = client.on_publish = client.on_message = None


def _topic(table: str) -> str:
    return topic_of(_STATE, table=table)


def order_kept(first: str, last: str) -> str:
    """Return "yes" if acknowledged messages of one client arrive once each, in order."""
    with ear(first) as here, ear(last) as there:
        topic = topic_of(_EVENT, table="order", name="board")
        if not there.hears(topic):
            return "no: not subscribed"
        sent = [here.client.publish(topic, b"%d" % number, qos=1) for number in range(_MANY)]
        for one in sent:
            one.wait_for_publish(_WAIT_S)
        acknowledged = sum(one.is_published() for one in sent)
        came: list[int] = []
        while len(came) < _MANY and (found := there.next(_QUIET_S * 2)) is not None:
            came.append(int(found[1]))
        if came == list(range(_MANY)):
            return "yes"
        whole = "all, in another order" if set(came) == set(range(_MANY)) else f"{len(set(came))} of them"
        return f"no: {acknowledged} acknowledged, {len(came)} came, {whole}"


def kept_for_latecomers(first: str, last: str) -> str:
    """Return "yes" if a retained message reaches whoever asks for its topic later."""
    with ear(first) as here:
        if not here.sends(_topic("kept"), b"state", retain=True):
            return "no: not acknowledged"
    time.sleep(_QUIET_S)
    with ear(last) as there:
        there.hears(_topic("kept"))
        found = there.next()
        return "yes" if found is not None and found[1] == b"state" else "no: nothing came"


def kept_by_wildcard(first: str, last: str) -> str:
    """Return "yes" if retained messages reach whoever asks for all tables later."""
    with ear(first) as here:
        for table in ("a", "b"):
            here.sends(topic_of(_CLAIM, table=table), b"claim", retain=True)
    time.sleep(_QUIET_S)
    with ear(last) as there:
        there.hears(filter_of_all_tables(_CLAIM))
        topics = set()
        while (found := there.next(_QUIET_S * 3)) is not None:
            topics.add(found[0])
        return "yes" if len(topics) >= 2 else f"no: {len(topics)} of 2 came"


def kept_taken_away(first: str, last: str) -> str:
    """Return "yes" if an empty retained message takes the kept one away, everywhere."""
    with ear(first) as here:
        here.sends(_topic("cleared"), b"state", retain=True)
        here.sends(_topic("cleared"), b"", retain=True)
    time.sleep(_QUIET_S)
    for url in (first, last):
        with ear(url) as there:
            there.hears(_topic("cleared"))
            if there.next(_QUIET_S * 2) is not None:
                return "no: it's still kept"
    return "yes"


def last_will(first: str, last: str) -> str:
    """Return "yes" if the last will of a client that vanishes is sent, and kept."""
    topic = topic_of(BY_NAME["availability"], table="will", name="engine")
    with ear(last) as there:
        there.hears(topic)
        with ear(first, will=topic) as here:
            connection = here.client.socket()
            if isinstance(connection, socket.socket):
                here.client.on_disconnect = None
                here.client.loop_stop()
                connection.shutdown(socket.SHUT_RDWR)
            found = there.next(_WAIT_S * 3)
    if found is None:
        return "no: it wasn't sent"
    time.sleep(_QUIET_S)
    with ear(last) as late:
        late.hears(topic)
        return "yes" if late.next() is not None else "no: sent, but not kept"


def _size(number: int) -> Callable[[str, str], str]:
    def tried(first: str, last: str) -> str:
        with ear(first) as here, ear(last) as there:
            there.hears(_topic("long"))
            if not here.sends(_topic("long"), b"x" * number):
                return "no: not acknowledged"
            found = there.next()
            return "yes" if found is not None and len(found[1]) == number else "no: it didn't come"

    return tried


def _named(table: str) -> Callable[[str, str], str]:
    def tried(first: str, last: str) -> str:
        with ear(first) as here, ear(last) as there:
            if not there.hears(_topic(table)):
                return "no: not subscribed"
            if not here.sends(_topic(table), b"x"):
                return "no: not acknowledged"
            found = there.next()
            return "yes" if found is not None and found[0] == _topic(table) else "no: it didn't come"

    return tried


TRAITS: dict[str, Callable[[str, str], str]] = {
    "acknowledged messages in order": order_kept,
    "kept for latecomers": kept_for_latecomers,
    "kept, asked for by wildcard": kept_by_wildcard,
    "kept, taken away": kept_taken_away,
    "last will, sent and kept": last_will,
    "a message of 1 MB": _size(_MEGABYTE),
    "a message of 4 MB": _size(4 * _MEGABYTE),
    "a table called Bàn #1": _named("Bàn #1"),
    "a table called v1.2": _named("v1.2"),
}
"""The needs of our channels, each with the function that tries it at two URLs."""


def tried(first: str, last: str) -> dict[str, str]:
    """Return the outcome of each trait, "yes" or "no: why"."""
    found = {}
    for name, trait in TRAITS.items():
        try:
            found[name] = trait(first, last)
        except (OSError, TimeoutError, queue.Empty) as error:
            found[name] = f"no: {type(error).__name__} {error}".strip()
    return found


def main() -> None:
    """Print the outcome of each trait as JSON, a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", nargs="+", metavar="URL")
    urls = parser.parse_args().urls
    for name, outcome in tried(urls[0], urls[-1]).items():
        print(json.dumps({"trait": name, "outcome": outcome}, ensure_ascii=False), flush=True)  # noqa: T201 # a program


if __name__ == "__main__":
    main()
