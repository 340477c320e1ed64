"""Kills a node of a cluster and brings it back while tables play: is a message that was acknowledged lost?

Each table sends numbered events and a numbered, kept state at one node; a follower listens at each node. A
follower of a node that is killed connects again, as our services do, and then asks for what is kept.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, product
from math import ceil
from typing import Any

from paho.mqtt.client import Client, MQTTMessage

from dashboard.lab.brokers.polled import PolledClients
from dashboard.lab.brokers.traits import left
from engine.bus.address import parse_broker_url
from engine.bus.channels import BY_NAME, Channel
from engine.bus.connection import client_of
from engine.bus.topics import filter_of_all_tables, parse_topic, topic_filter, topic_of

_EVENT, _STATE = BY_NAME["device_event"], BY_NAME["match"]
_SETTLE_S = 20.0
_STATE_BYTES = 12_000
"""As long as a Dozen War match in the middle of play."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much is sent."""

    tables: int
    """The number of tables."""
    each_hz: float = 1.0
    """How many events, and as many states, a table sends a second."""
    lasts_s: float = 30.0
    """How long."""
    followers: int = 3
    """The number of followers, over all nodes by turns; each hears all tables."""
    tablets: int = 0
    """The number of tablets, over all tables and nodes by turns; each follows one table, as its page does."""


@dataclass(slots=True)
class Sender:
    """One table: it sends numbered messages, and knows which were acknowledged."""

    table: str
    """The table's name."""
    url: str
    """The node that it sends at."""
    acknowledged: set[int] = field(default_factory=set)
    """The numbers whose event was acknowledged."""
    kept: int = -1
    """The highest number whose state was acknowledged."""
    _waiting: dict[int, tuple[bool, int]] = field(default_factory=dict)
    """The messages without an acknowledgement, by the client's id: whether it's a state, and its number."""
    _client: Client | None = None
    """The connection; None: not started yet."""
    _next: int = 0
    """The number of the next message."""

    def start(self, clients: PolledClients) -> None:
        """Connect, and again whenever the connection breaks."""
        self._client = client = _client(self.url, clients)
        client.on_publish = self._published

    def send(self) -> None:
        """Send the next event and state, at quality 1."""
        client, number = self._client, self._next
        if client is None or not client.is_connected():
            return
        self._next += 1
        stamped = b"%d %.6f" % (number, time.time())
        for is_state, topic in ((False, topic_of(_EVENT, table=self.table, name="b")),
                                (True, topic_of(_STATE, table=self.table))):  # fmt: skip
            payload = stamped + b" " * _STATE_BYTES if is_state else stamped
            sent = client.publish(topic, payload, qos=1, retain=is_state)
            self._waiting[sent.mid] = (is_state, number)

    def stop(self) -> None:
        """Leave."""
        if self._client is not None:
            left(self._client)

    def _published(self, _client: Client, _data: Any, mid: int, *_: Any) -> None:
        is_state, number = self._waiting.pop(mid, (False, -1))
        if is_state:
            self.kept = max(self.kept, number)
        elif number >= 0:
            self.acknowledged.add(number)


@dataclass(slots=True)
class Follower:
    """A listener at one node: to all tables, or to one."""

    url: str
    """The node."""
    table: str = ""
    """The table that it follows; empty: it follows all."""
    events: dict[str, set[int]] = field(default_factory=dict)
    """The numbers of the events that came, by table."""
    states: dict[str, int] = field(default_factory=dict)
    """The highest number of a state that came, by table."""
    delays_s: list[float] = field(default_factory=list)
    """How long each live message took, s."""
    gone: list[float] = field(default_factory=list)
    """When its connection broke."""
    _client: Client | None = None
    """The connection; None: not started yet."""

    def start(self, clients: PolledClients) -> None:
        """Connect, and again whenever the connection breaks."""
        self._client = client = _client(self.url, clients)
        client.on_message = self._came
        client.on_disconnect = lambda *_: self.gone.append(time.time())

        def there(client: Client, *_: Any) -> None:
            client.subscribe([(self._filter(one), 1) for one in (_EVENT, _STATE)])

        client.on_connect = there
        there(client)

    def stop(self) -> None:
        """Leave."""
        if self._client is not None:
            self._client.on_disconnect = None
            left(self._client)

    def follows(self, table: str) -> bool:
        """Tell whether it follows a table."""
        return self.table in ("", table)

    def _filter(self, channel: Channel) -> str:
        return topic_filter(channel, table=self.table) if self.table else filter_of_all_tables(channel)

    def _came(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        found = parse_topic(message.topic)
        number, _, rest = bytes(message.payload).partition(b" ")
        sent_at = rest[:20].strip()
        if not number.isdigit():
            return  # kept from something else on this broker
        if not message.retain:
            self.delays_s.append(time.time() - float(sent_at))
        if found.channel is _STATE:
            self.states[found.table] = max(self.states.get(found.table, -1), int(number))
        else:
            self.events.setdefault(found.table, set()).add(int(number))


@dataclass(frozen=True, slots=True)
class LoadOutcome:
    """The result of a load."""

    messages_s: float
    """Acknowledged messages a second."""
    delivered_s: float
    """Messages that reached followers, a second."""
    p50_ms: float
    """The middle of the times from a table to a follower, ms."""
    p99_ms: float
    """The time that 1 in 100 exceeds, ms."""
    lost_events: int
    """Acknowledged events that a follower whose own connection never broke didn't get."""
    lost_states: int
    """Tables whose last acknowledged state a follower doesn't have at the end."""


def outcome_of(load: Load, urls: Sequence[str], *, halfway: Callable[[], None] = lambda: None) -> LoadOutcome:
    """Send for a while at some nodes; `halfway` is called in the middle, in a thread of its own."""
    nodes = cycle(urls)
    senders = [Sender(f"Table {number}", next(nodes)) for number in range(load.tables)]
    followers = [Follower(next(nodes)) for _ in range(load.followers)]
    tables, nodes = cycle(sender.table for sender in senders), cycle(urls[::-1])
    followers += [Follower(next(nodes), next(tables)) for _ in range(load.tablets)]
    everybody: list[Sender | Follower] = [*followers, *senders]
    clients = PolledClients()
    clients.start()
    for one in everybody:
        one.start(clients)
    time.sleep(2.0)
    began = time.monotonic()
    half = threading.Timer(load.lasts_s / 3, halfway)
    half.start()
    turn = 0
    while time.monotonic() - began < load.lasts_s:
        for place, sender in enumerate(senders):
            # Tables don't play at the same moment.
            at = began + (turn + place / len(senders)) / load.each_hz
            time.sleep(max(0.0, at - time.monotonic()))
            sender.send()
        turn += 1
    half.join()
    took_s = time.monotonic() - began
    _settle(senders, followers)
    clients.stop()
    for one in everybody:
        one.stop()
    delays = sorted(delay for follower in followers for delay in follower.delays_s)
    steady = [follower for follower in followers if not follower.gone]
    return LoadOutcome(
        sum(2 * len(sender.acknowledged) for sender in senders) / took_s,
        len(delays) / took_s,
        _at(delays, 0.5) * 1000,
        _at(delays, 0.99) * 1000,
        sum(
            len(one.acknowledged - each.events.get(one.table, set()))
            for one, each in product(senders, steady)
            if each.follows(one.table)
        ),
        sum(not _has_newest(each, one) for one, each in product(senders, followers)),
    )


def _settle(senders: Sequence[Sender], followers: Sequence[Follower]) -> None:
    """Wait until every follower has the newest states, for a while at most."""
    until = time.monotonic() + _SETTLE_S
    while time.monotonic() < until:
        if all(_has_newest(each, one) for one, each in product(senders, followers)):
            time.sleep(1.0)
            return
        time.sleep(0.2)


def _has_newest(follower: Follower, sender: Sender) -> bool:
    return not follower.follows(sender.table) or follower.states.get(sender.table, -1) >= sender.kept


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[max(0, ceil(share * len(ordered)) - 1)] if ordered else float("nan")


def _client(url: str, clients: PolledClients) -> Client:
    address = parse_broker_url(url)
    client = client_of(address, "killed")
    client.max_inflight_messages_set(100)
    client.connect(address.host, address.port, 10)
    clients.add(client)
    return client
