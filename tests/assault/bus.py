"""Hostile messages by somebody who has the broker's password: no process falls, and play goes on."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from engine.bus.address import parse_broker_url
from engine.bus.channels import CHANNELS
from engine.bus.topics import topic_of
from tests.assault.live import Pilot, live_table
from tests.assault.report import Budget, Row

MOST = 20_000
SERVICES = ("engine", "dashboard", "bridge")
_JUNK: tuple[Any, ...] = (None, True, -1, 1e308, 2**70, "", "\0", "A" * 5000, [], {}, [[[[]]]], "../../x")


def hostile_messages(folder: Path, budget: Budget) -> Iterator[Row]:
    """Send messages that are replayed, changed, deep, large or no messages, on every channel."""
    chance = Random(2)  # noqa: S311 # the same assault each time
    with live_table(folder, "--serial", "/dev/null") as table:
        pilot = Pilot(table)
        try:
            quiet = pilot.acts("Before")
            heard: dict[str, bytes] = {}
            client = rogue_on(table.bus, heard.__setitem__)
            time.sleep(2)
            # Its own messages aren't among those that it replays.
            real = dict(heard)
            before, memory = table.pids(), {name: table.memory_mb(name) for name in SERVICES}
            log = table.log.stat().st_size
            sent = 0
            for number in budget.times(MOST):
                topic, payload = _message(chance, real)
                try:
                    client.publish(topic, payload, qos=number % 2, retain=False)
                    sent += 1
                except ValueError:
                    continue
                if number % 200 == 199:
                    time.sleep(0.05)
            client.disconnect()
            client.loop_stop()
            after_all = pilot.acts("After")
            now = table.pids()
            fell = [name for name, pid in before.items() if now.get(name) != pid]
            grown = {name: round(table.memory_mb(name) - memory[name]) for name in SERVICES}
            seen = f"action before {quiet or 0:.2f} s, after {after_all or 0:.2f} s; memory {grown} MB; "
            seen += f"log +{(table.log.stat().st_size - log) // 1000} kB"
            lost = [f"{name} fell" for name in fell] + ([] if after_all else ["no action afterwards"])
            yield Row("hostile bus messages", sent, 0 if lost else sent, ", ".join(lost), seen)
        finally:
            pilot.end()


def rogue_on(url: str, keep: Callable[[str, bytes], object]) -> Client:
    """Return somebody who has joined a broker by its password, and keeps all that is said there."""
    at = parse_broker_url(url)
    client = Client(CallbackAPIVersion.VERSION2, "rogue")
    client.username_pw_set(at.user, at.password)

    def hear(_client: Client, _data: object, message: MQTTMessage) -> None:
        keep(message.topic, bytes(message.payload))

    client.on_message = hear
    client.on_connect = lambda one, *_: one.subscribe("#", 1)
    client.connect(at.host, at.port)
    client.loop_start()
    return client


def _message(chance: Random, heard: dict[str, bytes]) -> tuple[str, bytes]:
    channel = chance.choice(CHANNELS)
    name = (
        chance.choice(["cam", "board", "pad.west", "x" * 200, "west", "..%2F"])
        if "{name}" in channel.topic
        else ""
    )
    topic, kind = topic_of(channel, table="table", name=name), chance.random()
    if heard and kind < 0.5:
        topic = chance.choice(sorted(heard))
        payload = bytes(heard[topic])
        return topic, payload if kind < 0.15 else _changed(chance, payload)
    if kind < 0.75:
        return topic, json.dumps(
            {key: chance.choice(_JUNK) for key in ("id", "kind", "match", "pieces")}
        ).encode()
    if kind < 0.9:
        return topic, chance.randbytes(chance.randrange(400))
    if kind < 0.99:
        return topic, chance.choice([b"[", b'{"a":']) * chance.choice([1000, 50_000])
    return topic, b'{"a":"' + b"A" * 500_000 + b'"}'


def _changed(chance: Random, payload: bytes) -> bytes:
    try:
        found = json.loads(payload)
    except ValueError:
        return payload[: chance.randrange(len(payload) + 1)]
    at = found
    while isinstance(at, dict | list) and at:
        key: Any = chance.choice(list(at)) if isinstance(at, dict) else chance.randrange(len(at))
        if isinstance(at[key], dict | list) and at[key] and chance.random() < 0.7:
            at = at[key]
            continue
        at[key] = chance.choice(_JUNK)
        break
    return json.dumps(found).encode()
