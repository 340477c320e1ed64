"""An ear on every table of one broker: what each says to everybody. It sends nothing.

It has no table's key, so it can't check proofs: on a broker where anybody may write, anybody may tell it of a
table. paho owns the socket and one thread; what happens reaches the reader as a value from `receive`.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.reasoncodes import ReasonCode

from engine.bus.address import parse_broker_url
from engine.bus.channels import BY_NAME, Channel
from engine.bus.client import LONGEST_PAUSE_SECONDS
from engine.bus.codec import decode
from engine.bus.connection import KEEPALIVE_SECONDS, client_of
from engine.bus.inbox import Inbox
from engine.bus.texts import TEXTS
from engine.bus.topics import Address, channel_named, filter_of_all_tables, parse_topic
from engine.core.faults import InputFault
from engine.core.phrase import Phrase

_CLAIM = BY_NAME["claim"]
_NO_RECEIPT = 0
"""The quality of all requests. With receipts, iotcore sends a newcomer at most a hundred kept messages."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableWord:
    """A table's message to everybody."""

    broker: str
    """The broker that it came by, as `AllTables` names it."""
    table: str
    """The table's name on that broker."""
    channel: str
    """The channel's name."""
    name: str
    """The object that its topic names, such as a service; empty if it names none."""
    message: Any
    """The message, of the channel's class; None: the state of this name was taken away."""


@dataclass(frozen=True, slots=True)
class BrokerCame:
    """A broker is there, for the first time or again; all that it keeps comes after this."""

    broker: str
    """The broker, as `AllTables` names it."""


@dataclass(frozen=True, slots=True)
class BrokerWent:
    """A broker is gone, or couldn't be reached at first. It's tried again for ever."""

    broker: str
    """The broker, as `AllTables` names it."""
    reason: Phrase
    """The reason as a sentence."""


TablesEvent = TableWord | BrokerCame | BrokerWent


class AllTables:
    """A connection that hears the claims and the `wanted` channels of every table.

    Several may share an inbox.

    The claims are asked for first: they say how late a match may be shown, so they come before it. All
    `wanted` channels are of states: a broker keeps the newest for whoever comes late.

    Raises:
        InputFault: the URL is unusable.
    """

    def __init__(self, url: str, wanted: Sequence[str], inbox: Inbox[TablesEvent]) -> None:
        self._address = parse_broker_url(url)
        self._inbox = inbox
        self._wanted: dict[str, Channel] = {name: channel_named(name) for name in wanted}
        self._claims: int | None = None
        self._complained: set[str] = set()
        self._away = False
        self._client = client_of(self._address, "hall")
        # The pause between two tries doubles from the one to the other.
        self._client.reconnect_delay_set(1, int(LONGEST_PAUSE_SECONDS) + 1)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = self._unreachable
        self._client.on_disconnect = self._disconnected
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._came

    @property
    def broker(self) -> str:
        """The broker's name in events: its host and port, never a user or password."""
        host = f"[{self._address.host}]" if ":" in self._address.host else self._address.host
        return f"{host}:{self._address.port}"

    def start(self) -> None:
        """Connect in the background, and again whenever the connection breaks."""
        self._client.connect_async(self._address.host, self._address.port, KEEPALIVE_SECONDS)
        self._client.loop_start()

    def stop(self) -> None:
        """Leave the broker. The shared inbox must be closed before: paho's thread may wait at it."""
        client = self._client
        client.on_connect_fail = client.on_disconnect = None
        client.disconnect()
        client.loop_stop()
        # paho closes its sockets only when it is freed, which a circle of references hinders.
        client.on_connect = client.on_subscribe = client.on_message = client.on_socket_open = None

    # The methods below run on paho's thread.

    def _connected(self, client: Client, _data: Any, _flags: Any, code: ReasonCode, *_: Any) -> None:
        if code.is_failure:
            self._went(TEXTS.say("broker.refuses", broker=str(self._address), why=str(code)))
            return
        self._away = False
        self._inbox.put(BrokerCame(self.broker))
        # Of another quality, a broker sends some twenty before it has their receipts, and then the rest would
        # come after what is asked for next.
        self._claims = client.subscribe(filter_of_all_tables(_CLAIM), qos=_NO_RECEIPT)[1]

    def _subscribed(self, client: Client, _data: Any, mid: int, codes: list[ReasonCode], *_: Any) -> None:
        if any(code.is_failure for code in codes):
            log.warning("%s", TEXTS.say("broker.refuses_part", broker=str(self._address)))
        if mid == self._claims:
            client.subscribe([(filter_of_all_tables(one), _NO_RECEIPT) for one in self._wanted.values()])

    def _unreachable(self, *_: Any) -> None:
        self._went(TEXTS.say("broker.unreachable", broker=str(self._address)))

    def _disconnected(self, _client: Client, _data: Any, _flags: Any, code: ReasonCode, *_: Any) -> None:
        self._went(TEXTS.say("broker.broke_so", broker=str(self._address), why=str(code)))

    def _went(self, reason: Phrase) -> None:
        if not self._away:
            self._away = True
            log.warning("%s; trying again until it is there", reason)
            self._inbox.put(BrokerWent(self.broker, reason))

    def _came(self, _client: Client, _data: Any, arrived: MQTTMessage) -> None:
        channel = "?"
        try:
            found = parse_topic(arrived.topic)
            channel = found.channel.name
            if channel not in self._wanted and found.channel is not _CLAIM:
                return
            self._inbox.put(self._heard(found, bytes(arrived.payload), arrived.topic))
        # A topic that isn't UTF-8 fails in paho's own `topic`.
        except (InputFault, UnicodeDecodeError) as error:
            # By channel: a sender that floods us with rubbish must not fill the log too.
            if channel not in self._complained:
                self._complained.add(channel)
                log.warning("passed over, and on this channel silently from now on: %s", error)

    def _heard(self, found: Address, payload: bytes, topic: str) -> TableWord:
        channel = found.channel
        message = decode(channel, payload, topic=topic) if payload else None
        return TableWord(self.broker, found.table, channel.name, found.name, message)
