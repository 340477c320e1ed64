"""Somebody else's MQTT devices: a mapping with every kind of them, and a client that speaks for them."""

from pathlib import Path
from queue import Queue
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from engine.bus.address import parse_broker_url
from engine.bus.broker import Broker
from engine.core.device_events import DeviceEvent, format_content
from firmware_bridge.foreign.mapping import ForeignDevice, load_mapping
from tests.patience import PATIENCE_S

EVERY_KIND = """\
devices:
  castle_c3: {like: zigbee2mqtt-contact, cell: c3}
  west_bell: {like: zigbee2mqtt-button, pad: west, button: end_turn}
  a1: {like: esphome-binary-sensor, node: table, cell: a1}
  east_bell: {like: esphome-button, node: table, pad: east, button: end_turn}
  west_reader: {like: esphome-rc522, pad: west}
  east_reader: {like: esphome-pn532, pad: east}
  reed: {like: tasmota-switch, input: 2, cell: b2}
  north_bell: {like: tasmota-button, input: 1, pad: north, button: end_turn}
  rfid-test: {like: tasmota-rc522, pad: north}
  dice:
    topic: dice/rolled
    json: roll.value
    die: true
"""


def mapped(folder: Path, text: str) -> tuple[ForeignDevice, ...]:
    path = folder / "devices.yaml"
    path.write_text(text, encoding="utf-8")
    return load_mapping(path)


def events(heard: list[Any]) -> list[tuple[str, str, str, str]]:
    return [(one.device, *format_content(one.content)) for one in heard if isinstance(one, DeviceEvent)]


class Somebody:
    """A client that isn't ours, as ESPHome's or a Zigbee bridge's is."""

    def __init__(self, broker: Broker) -> None:
        address = parse_broker_url(broker.url)
        self.client = paho.Client(CallbackAPIVersion.VERSION2, "somebody")
        self.client.username_pw_set(address.user, address.password)
        self.came: Queue[tuple[str, bytes, bool]] = Queue()
        self.client.on_message = lambda _client, _data, one: self.came.put(
            (one.topic, bytes(one.payload), one.retain)
        )
        self.client.connect(address.host, address.port)
        self.client.loop_start()

    def say(self, topic: str, payload: str, *, retain: bool = False) -> None:
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE_S)

    def stop(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
        self.client.on_message = None  # else paho's sockets stay open until a collection
