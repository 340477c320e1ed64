"""A service's end of the bus: typed messages in and out, over a connection that renews itself.

paho owns the socket and one thread; everything that happens reaches the service as a value from `receive`.
"""

import logging
import os
import random
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from engine.bus.address import parse_broker_url
from engine.bus.channels import BY_NAME, Carries, Channel, Service
from engine.bus.cleared import Cleared, says_cleared
from engine.bus.codec import decode, encode
from engine.bus.connection import KEEPALIVE_SECONDS, client_of
from engine.bus.heart import own_heart
from engine.bus.inbox import Inbox
from engine.bus.kept_question import KeptQuestion
from engine.bus.messages.services import Availability, Pulse, StepCount
from engine.bus.process_share import ProcessShare
from engine.bus.proofs import MessageProofs, StaleFault, UnprovenFault
from engine.bus.texts import TEXTS
from engine.bus.tls import trouble_of
from engine.bus.topics import channel_named, checked_table_name, parse_topic, topic_filter, topic_of
from engine.core.faults import CallerFault, InputFault
from engine.core.phrase import SILENCE, Phrase

STUCK_SECONDS = 20.0
"""A service that has read nothing from its bus for so long is announced as away, since its loop stands
still."""

_PULSE_SECONDS = 2.0
LONGEST_PAUSE_SECONDS = 1.0
EVENTS_WAITING = 10_000

_FIRST_PAUSE_SECONDS = 0.1
_CHANCE = random.SystemRandom()
"""Spreads the pauses. A client that waits mustn't disturb the chance of a program around it, which may count
on its seed."""
_GOODBYE_SECONDS = 2.0
_AVAILABILITY = BY_NAME["availability"]
_LEFT = BY_NAME["surface"]
"""The state that every engine publishes first. A kept one names the run of an earlier engine."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """A sound message."""

    channel: str
    """The channel's name."""
    name: str
    """The object that its topic names (a camera, a device, a service); empty if it names none."""
    message: Any
    """The message, of the channel's class; `Cleared` where the state of this name was taken away."""
    kept: bool = field(default=False, compare=False)
    """Whether the broker had kept it from before; else it was sent just now."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The bus is there, for the first time or again: publish the full retained state now."""


@dataclass(frozen=True, slots=True)
class KeptCame:
    """All that the broker kept as it was asked has come before this; see `ask_what_is_kept`."""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The bus is gone, or couldn't be reached at first. The client tries again for ever."""

    reason: Phrase
    """The reason as a sentence."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something on one of our topics that is no message of its channel.

    The client has logged it, once a channel.
    """

    topic: str
    """The topic that it came on."""
    reason: str
    """The message that was expected, and the one that came."""
    unproven: bool = False
    """It claims to come from a service with the table's key, and lacks its proof."""


BusEvent = ReceivedMessage | Connected | KeptCame | Disconnected | Rejected


@dataclass(frozen=True, slots=True)
class BusCounters:
    """Counts of the messages that a client received, and of those that it lost."""

    received: int = 0
    """Sound messages."""
    dropped: int = 0
    """Samples that were dropped because a queue was full, in either direction."""
    rejected: int = 0
    """Unsound messages."""
    lost: int = 0
    """Events that were lost because `EVENTS_WAITING` others already waited for the bus to return."""


class Bus(Protocol):
    """A service's interface to the bus. `BusClient` implements it, and tests may bring their own."""

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Send a message."""

    def receive(self, timeout: float | None) -> BusEvent | None:
        """Return the next event, or None when none came within `timeout` seconds."""


class BusClient:
    """One service's connection. `wanted` are the names of the channels it reads.

    The service's availability is announced, and withdrawn by last will. Without a service the client only
    listens and announces nothing. While the bus is away a state isn't kept (`Connected` asks for all of it),
    an event waits, a sample is dropped.

    With `proofs` it adds proofs to its messages and ignores messages that lack one. Without, it does neither.

    Raises:
        InputFault: the URL or the table's name is unusable.
    """

    def __init__(
        self,
        *,
        url: str,
        table: str,
        service: Service | None,
        wanted: Sequence[str],
        version: str = "",
        proofs: MessageProofs | None = None,
    ) -> None:
        self._address = parse_broker_url(url)
        self._table = checked_table_name(table)
        self._service = service
        self._wanted = {name: channel_named(name) for name in wanted}
        self._proofs = proofs
        if service is None and not wanted:
            raise CallerFault("a client without a service needs channels to listen to; got none")
        self._online = Availability(online=True, version=version, pid=os.getpid(), since=time.time())
        self._inbox: Inbox[BusEvent] = Inbox()
        # Paho's thread takes it only while holding none of paho's own locks, because `publish` takes paho's
        # inside this one.
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._said_away = self._was_there = False
        # By channel: a sender that floods us with rubbish must not fill the log and the memory too.
        self._complained: set[str] = set()
        self._stopping = False
        self._problem = SILENCE
        self._failures = 0
        self._subscription: int | None = None
        self._kept_question = KeptQuestion()
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._received = self._rejected = self._lost = self._samples_unsent = 0
        self._client = self._mqtt_client()
        self._stopped = threading.Event()
        self._reading = False
        self._read_at: float | None = None
        self._longest_s = 0.0
        self._share = ProcessShare()
        self.step_counts: Callable[[], tuple[StepCount, ...]] = tuple

    @property
    def counters(self) -> BusCounters:
        """The counts so far."""
        return BusCounters(
            self._received, self._inbox.dropped + self._samples_unsent, self._rejected, self._lost
        )

    @property
    def problem(self) -> Phrase:
        """Why the bus isn't there, as a sentence; empty while it is or before the first try."""
        return self._problem

    def start(self) -> None:
        """Connect, in the background and for ever; an unreachable broker is reported by `Disconnected`."""
        self._client.connect_async(self._address.host, self._address.port, KEEPALIVE_SECONDS)
        self._client.loop_start()
        if self._service is not None:
            self._share.begin()
            threading.Thread(target=self._watch_reader, args=(self._service,), daemon=True).start()

    def wait_connected(self, timeout: float) -> bool:
        """Wait until the bus is there; False when it isn't after `timeout` seconds (`problem` says why)."""
        return self._ready.wait(timeout)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Send a message on a channel of this service, by `name` where the channel's topic has one.

        Never waits.

        `Cleared` takes away the state that the broker keeps by this name.

        Raises:
            CallerFault: no such channel, another service's, or not its message.
            InputFault: `name` can't be written as a topic level.
        """
        channel = channel_named(channel_name)
        if self._service not in channel.senders:
            senders, sender = ", ".join(channel.senders), self._service or "a client that only listens"
            raise CallerFault(f"channel '{channel.name}' is sent by {senders}, not by {sender}")
        topic = topic_of(channel, table=self._table, name=name)
        cleared = isinstance(message, Cleared)
        payload = b"" if cleared else encode(channel, message)
        with self._lock:
            if self._proofs is not None and not cleared:
                payload = self._proofs.proven(channel, topic, payload)
            if self._ready.is_set():
                sent = self._client.publish(topic, payload, qos=channel.qos, retain=channel.retained)
                if channel.carries is Carries.SAMPLE and sent.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
                    self._samples_unsent += 1
            elif channel.carries is Carries.EVENT:
                self._wait_for_bus(topic, payload)
            elif channel.carries is Carries.SAMPLE:
                self._samples_unsent += 1

    def ask_what_is_kept(self) -> None:
        """Have the broker send again all that it keeps on the channels that are read, then `KeptCame`.

        It's for a service that must know whether a state is kept: it may come long after `Connected`. The
        question is lost while the bus is away; ask at `Connected`.
        """
        with self._lock:
            self._kept_question.ask(self._client, self._filters(kept_alone=True))

    def receive(self, timeout: float | None) -> BusEvent | None:
        """Return the next event, or None when none came within `timeout` seconds (None: for ever)."""
        self._reading = True
        if self._read_at is not None:
            self._longest_s = max(self._longest_s, time.monotonic() - self._read_at)
        try:
            return self._inbox.get(timeout)
        finally:
            self._read_at = time.monotonic()
            self._reading = False

    def stop(self, reason: Phrase = SILENCE, *, comes_back: bool = False) -> None:
        """Say goodbye (availability offline, with the reason) and close; takes at most a few seconds.

        A process that connects again at once `comes_back`, and says no goodbye: nothing is wrong with it.
        """
        self._share.end()
        self._stopped.set()
        with self._lock:
            self._stopping = True
            announced = self._ready.is_set()
        self._inbox.close()
        if self._service is not None and announced and not comes_back:
            why = reason or TEXTS.say("service.stopped")
            gone = replace(self._online, online=False, since=time.time(), reason=why)
            sent = self._announce(self._client, self._service, gone)
            try:
                sent.wait_for_publish(_GOODBYE_SECONDS)
            except (RuntimeError, ValueError):
                log.info("the bus went before the goodbye was through")
        self._client.disconnect()
        self._client.loop_stop()
        self._ready.clear()
        _let_go(self._client)

    def _watch_reader(self, service: Service) -> None:
        """Send the service's pulse, and announce a service that reads nothing any more as away."""
        is_stuck = False
        while not self._stopped.wait(_PULSE_SECONDS):
            self.publish("pulse", self._pulse(), name=service)
            read_at = self._read_at
            silent = 0.0 if self._reading or read_at is None else time.monotonic() - read_at
            if (silent > STUCK_SECONDS) is is_stuck or not self._ready.is_set():
                continue
            is_stuck = not is_stuck
            stuck = replace(self._online, online=False, reason=TEXTS.say("service.stuck"))
            self._announce(self._client, service, stuck if is_stuck else self._online)

    def _pulse(self) -> Pulse:
        """Return how the loop went since the last pulse."""
        longest_s, self._longest_s = self._longest_s, 0.0
        read_at = self._read_at
        # A turn of the loop that isn't over yet has no end.
        away_s = 0.0 if self._reading or read_at is None else time.monotonic() - read_at
        counted = self.counters
        return Pulse(
            max(longest_s, away_s),
            self._inbox.waiting,
            counted.dropped,
            counted.rejected,
            counted.lost,
            self._share.memory_bytes(),
            self._share.cpu_s(),
            self.step_counts(),
        )

    def _mqtt_client(self) -> Client:
        client = client_of(self._address, self._service or "listener")
        if self._service is not None:
            broke = replace(self._online, online=False, reason=TEXTS.say("service.broke"))
            will = encode(_AVAILABILITY, broke)
            client.will_set(self._availability_topic(self._service), will, qos=1, retain=True)
        client.max_queued_messages_set(0)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        return client

    def _availability_topic(self, service: Service) -> str:
        return topic_of(_AVAILABILITY, table=self._table, name=service)

    def _announce(self, client: Client, service: Service, availability: Availability) -> MQTTMessageInfo:
        payload = encode(_AVAILABILITY, availability)
        return client.publish(self._availability_topic(service), payload, qos=1, retain=True)

    def _wait_for_bus(self, topic: str, payload: bytes) -> None:
        if len(self._waiting) >= EVENTS_WAITING:
            self._waiting.popleft()
            self._lost += 1
        self._waiting.append((topic, payload))

    # The methods below run on paho's thread.

    def _on_connect(
        self,
        client: Client,
        _userdata: Any,
        _flags: ConnectFlags,
        code: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if code.is_failure:
            self._away(TEXTS.say("broker.refuses", broker=str(self._address), why=str(code)))
            return
        # It subscribes first, so that it can hear anybody who sees it online.
        self._subscription = client.subscribe(list(self._filters().items()))[1]

    def _filters(self, *, kept_alone: bool = False) -> dict[str, int]:
        """Return the topics that it subscribes to, with their quality of service.

        `kept_alone`: only those that the broker keeps messages of. Its own availability is among them, so
        that there is always an answer to wait for.
        """
        wanted = [one for one in self._wanted.values() if one.retained or not kept_alone]
        filters = {topic_filter(channel, table=self._table): channel.qos for channel in wanted}
        if self._service is not None:
            filters.setdefault(self._availability_topic(self._service), 1)
        if self._proofs is not None and self._service is Service.ENGINE:
            filters.setdefault(topic_of(_LEFT, table=self._table), 1)
        return filters

    def _on_subscribe(
        self,
        client: Client,
        _userdata: Any,
        mid: int,
        codes: list[ReasonCode],
        _properties: Properties | None,
    ) -> None:
        with self._lock:
            is_kept_known = self._kept_question.answered(client, mid)
        if is_kept_known:
            self._inbox.put(KeptCame())
        # Only now has paho resent all messages that were under way when the connection broke. Before that, an
        # older state could still follow a newer one.
        if mid != self._subscription:
            return
        if any(code.is_failure for code in codes):
            refused = TEXTS.say("broker.refuses_part", broker=str(self._address))
            log.warning("%s", refused)
            self._inbox.put(Rejected(f"boardwarden/{self._table}/#", refused))
        with self._lock:
            # Online and ready are set together: a stop either comes before both or says goodbye.
            if self._stopping:
                return
            if self._service is not None:
                self._announce(client, self._service, self._online)
            while self._waiting:
                topic, payload = self._waiting.popleft()
                client.publish(topic, payload, qos=1)
            self._ready.set()
        if self._problem:
            log.info("%s is there again", self._address)
        self._problem = SILENCE
        self._failures = 0
        self._said_away = False
        self._was_there = True
        self._inbox.put(Connected())
        if self._service is not None:
            own_heart().is_on_bus()

    def _on_connect_fail(self, _client: Client, _userdata: Any) -> None:
        unreachable = TEXTS.say("broker.unreachable", broker=str(self._address))
        self._away(self._tls_trouble() or unreachable)

    def _on_disconnect(
        self,
        _client: Client,
        _userdata: Any,
        _flags: DisconnectFlags,
        code: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        # MQTT's "unspecified" says nothing.
        key = "broke" if code.getName() == "Unspecified error" else "broke_so"
        broke = TEXTS.say(f"broker.{key}", broker=str(self._address), why=str(code))
        self._away(self._tls_trouble() or broke)

    def _tls_trouble(self) -> Phrase:
        """Find out, once each time that the broker went, whether TLS is the reason."""
        if self._stopping or self._said_away or self._was_there:
            return SILENCE
        return trouble_of(self._address)

    def _away(self, reason: Phrase) -> None:
        with self._lock:
            self._ready.clear()
        if self._proofs is not None:
            self._proofs.start_over()
        if self._stopping:
            return
        self._failures += 1
        pause = _pause_seconds(self._failures)
        # paho doubles its pause from the least to the most; with both equal, our own pause holds.
        self._client.reconnect_delay_set(pause, pause)  # type: ignore[arg-type] # paho says int, and counts in floats
        if not self._said_away:
            self._said_away = True
            self._problem = reason
            log.warning("%s; trying again until it is there", reason)
            self._inbox.put(Disconnected(reason))

    def _on_publish(
        self,
        client: Client,
        _userdata: Any,
        _mid: int,
        _code: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        # paho holds its lock on messages under way here, so `self._lock` may not be taken.
        _acknowledge_at_once(client)

    def _on_message(self, client: Client, _userdata: Any, arrived: MQTTMessage) -> None:
        _acknowledge_at_once(client)
        topic = channel = "?"
        try:
            topic = arrived.topic
            found = parse_topic(topic)
            channel = found.channel.name
            if found.channel.retained and not arrived.payload:
                if channel in self._wanted and says_cleared(found):
                    self._inbox.put(ReceivedMessage(channel, found.name, Cleared()))
                return
            if not self._is_for_us(found.channel, arrived):
                return
            message = decode(found.channel, bytes(arrived.payload), topic=topic)
        except StaleFault:
            return
        # A topic that isn't UTF-8 fails in paho's own `topic`.
        except (InputFault, UnicodeDecodeError) as error:
            self._rejected += 1
            if channel not in self._complained:
                self._complained.add(channel)
                log.warning("passed over, and on this channel silently from now on: %s", error)
            unproven = isinstance(error, UnprovenFault)
            self._inbox.put(Rejected(topic, str(error), unproven=unproven), sample=True)
            return
        self._received += 1
        self._inbox.put(
            ReceivedMessage(found.channel.name, found.name, message, kept=bool(arrived.retain)),
            sample=found.channel.carries is Carries.SAMPLE,
        )

    def _is_for_us(self, channel: Channel, arrived: MQTTMessage) -> bool:
        """Tell whether the service reads a message; its proof is checked first.

        Raises:
            UnprovenFault: it lacks its proof.
            StaleFault: it is a repeat, or newer messages have overtaken it.
        """
        wanted = channel.name in self._wanted
        if self._proofs is None or not (wanted or channel is _LEFT):
            return wanted
        is_engine = self._service is Service.ENGINE
        run = self._proofs.expect_proof(channel, arrived.topic, bytes(arrived.payload), engine=is_engine)
        # The broker kept it from an engine whose clock was ahead: pages wait for a later run than that
        # engine's.
        if is_engine and channel is _LEFT and arrived.retain and run > self._proofs.run:
            self._proofs.outruns(run)
            self._inbox.put(Connected())
        return wanted


def _pause_seconds(failures: int) -> float:
    """Return a doubling, capped and randomised pause, so that a club's services don't reconnect in step."""
    longest = min(LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 1, 10))
    return longest * _CHANCE.uniform(0.5, 1.0)


def _let_go(client: Client) -> None:
    """Undo the circle of references through the client's callbacks.

    paho closes its sockets only when it is freed.
    """
    client.on_socket_open = client.on_connect = client.on_connect_fail = client.on_disconnect = None
    client.on_subscribe = client.on_publish = client.on_message = None


def _acknowledge_at_once(client: Client) -> None:
    """Acknowledge on TCP what was just read, where the system lets us (Linux).

    A broker that leaves Nagle's algorithm on (iotcore) holds its next message until then: 44 ms from a
    command to its answer instead of 1.6 (medians).
    """
    connection = client.socket()
    if sys.platform == "linux" and isinstance(connection, socket.socket):
        with suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
