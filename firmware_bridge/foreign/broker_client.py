"""The foreign devices' end of the broker: reads their topics, announces ours. One paho thread."""

import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Full, Queue
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from engine.bus.address import parse_broker_url
from engine.bus.connection import client_of
from engine.bus.messages.boards import DeviceOrder, DeviceState
from firmware_bridge.foreign.discovery import announcements
from firmware_bridge.foreign.lights import ForeignLights
from firmware_bridge.foreign.mapping import ForeignDevice
from firmware_bridge.foreign.reports import Heard, Hearing

_KEEPALIVE_SECONDS = 10
_TICK_SECONDS = 0.25


class ForeignDevices:
    """The reports of a table's foreign devices are put into a queue as `Heard`.

    `announces`: a prefix, or empty.
    """

    def __init__(
        self,
        url: str,
        devices: tuple[ForeignDevice, ...],
        *,
        table: str = "table",
        version: str = "",
        announces: str = "",
    ) -> None:
        self._address = parse_broker_url(url)
        self._hearing = Hearing(devices, run=secrets.token_hex(4))
        self._lock = threading.Lock()
        self._queue: Queue[Any] | None = None
        self._stopping = threading.Event()
        self._failed = False
        self._table, self._version, self._announces = table, version, announces
        self._announced: dict[str, bytes] = {}
        self._lights = ForeignLights()
        self._client = client_of(self._address, "foreign")
        self._client.reconnect_delay_set(1, 3)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._came

    @property
    def states(self) -> tuple[DeviceState, ...]:
        """The states of the devices."""
        return self._hearing.states

    @property
    def healthy(self) -> bool:
        """Whether its threads work; one ends only by a bug of ours."""
        return not self._failed

    def start(self, queue: "Queue[Any]") -> None:
        """Begin, in threads of their own."""
        self._queue = queue
        self._client.connect_async(self._address.host, self._address.port, _KEEPALIVE_SECONDS)
        self._client.loop_start()
        threading.Thread(target=self._tick, name="foreign devices", daemon=True).start()

    def stop(self) -> None:
        """Leave the broker."""
        self._stopping.set()
        client = self._client
        client.disconnect()
        client.loop_stop()
        # paho closes its sockets only when it is freed, which a circle of references hinders.
        client.on_connect = client.on_disconnect = client.on_message = None

    @property
    def has_lights(self) -> bool:
        """Whether one of the devices has lights for the table."""
        return bool(self._hearing.lit)

    def announce(self, states: Iterable[DeviceState], *, lights: bool = False) -> None:
        """Announce our own devices for discovery; an announcement isn't repeated.

        `lights`: whether the table has lights.
        """
        if not self._announces:
            return
        wanted = announcements(
            states, table=self._table, version=self._version, prefix=self._announces, lights=lights
        )
        for topic, payload in wanted.items():
            if self._announced.get(topic) != payload:
                self._announced[topic] = payload
                self._client.publish(topic, payload, qos=1, retain=True)

    def order(self, device: str, order: DeviceOrder) -> None:
        """Set the lights of foreign devices as ordered; other orders don't concern them.

        Raises:
            InputFault: a colour that isn't one.
        """
        before, self._lights = self._lights, self._lights.ordered(device, order)
        if self._lights != before:
            self._light(self._client)

    def _light(self, client: Client) -> None:
        for topic in self._hearing.lit:
            client.publish(topic, self._lights.message(), qos=1, retain=True)

    def _tell(self, heard: list[Heard]) -> None:
        for one in heard:
            while self._queue is not None and not self._stopping.is_set():
                with suppress(Full):
                    self._queue.put(one, timeout=_TICK_SECONDS)
                    break

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Run exclusively, and let the bridge notice an error: paho's thread would end silently."""
        try:
            with self._lock:
                yield
        except BaseException:
            self._failed = True
            raise

    def _tick(self) -> None:
        while not self._stopping.wait(_TICK_SECONDS):
            with self._watched():
                self._tell(self._hearing.tick(time.time()))

    def _connected(
        self, client: Client, _data: Any, _flags: ConnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        if code.is_failure:
            return
        if self._hearing.topics:
            client.subscribe([(topic, 1) for topic in self._hearing.topics])
        # A copy, since a board may be announced meanwhile, by the bridge's own thread.
        for topic, payload in self._announced.copy().items():
            # A broker that was started again has forgotten what it kept.
            client.publish(topic, payload, qos=1, retain=True)
        self._light(client)
        with self._watched():
            self._tell(self._hearing.found())

    def _disconnected(
        self,
        _client: Client,
        _data: Any,
        _flags: DisconnectFlags,
        _code: ReasonCode,
        _more: Properties | None,
    ) -> None:
        with self._watched():
            self._tell(self._hearing.lost())

    def _came(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        with self._watched():
            self._tell(
                self._hearing.hear(
                    message.topic, bytes(message.payload), time.time(), retained=message.retain
                )
            )
