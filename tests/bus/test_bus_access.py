"""The access rules for a broker that others reach too, held by a real mosquitto against whoever tries."""

import queue
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from engine.bus.access import ALL, HOME, WATCHER, access_rules, user_of
from engine.bus.broker import free_port
from engine.bus.channels import CHANNELS, Service
from engine.bus.limits import LARGEST_PAYLOAD_BYTES
from tests.patience import PATIENCE_S

DOCS = Path(__file__).parents[2] / "docs" / "develop"
SEALED = ("seat", "hand", "all_hands", "tags", "seat_command", "seat_answer")
Heard = queue.Queue[tuple[str, bytes]]
Enter = Callable[[str], tuple[Client, Heard]]


def topic(name: str, where: str = "west") -> str:
    (found,) = (one.topic for one in CHANNELS if one.name == name)
    return found.replace("{table}", "table").replace("{name}", where)


@pytest.fixture
def enter(mosquitto: str, tmp_path: Path) -> Iterator[Enter]:
    """Enter a broker with the access rules by a user's name; the password isn't what is tried here."""
    port = free_port()
    (tmp_path / "acl").write_text(access_rules())
    (tmp_path / "conf").write_text(
        f"listener {port} 127.0.0.1\nuser root\nallow_anonymous true\npersistence false\n"
        f"acl_file {tmp_path / 'acl'}\nmax_packet_size {LARGEST_PAYLOAD_BYTES + 4096}\n"
    )
    clients: list[Client] = []
    process = subprocess.Popen([mosquitto, "-c", str(tmp_path / "conf")], stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE_S
    while not _listens(port):
        assert process.poll() is None
        assert time.monotonic() < until, "mosquitto doesn't come up"

    def entered(user: str) -> tuple[Client, Heard]:
        heard: Heard = queue.Queue()
        ready: queue.Queue[str] = queue.Queue()

        def hear(_client: Client, _data: object, message: MQTTMessage) -> None:
            heard.put((message.topic, bytes(message.payload)))

        client = Client(CallbackAPIVersion.VERSION2)
        client.username_pw_set(user)
        client.on_message = hear
        client.on_subscribe = lambda *_: ready.put("")
        client.connect("127.0.0.1", port)
        client.loop_start()
        clients.append(client)
        client.subscribe([("#", 1), ("boardwarden/#", 1)])
        ready.get(timeout=PATIENCE_S)
        return client, heard

    yield entered
    for client in clients:
        client.disconnect()
        client.loop_stop()
    process.terminate()
    process.wait(PATIENCE_S)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def say(client: Client, where: str, what: bytes, *, retain: bool = False) -> None:
    client.publish(where, what, qos=1, retain=retain).wait_for_publish(PATIENCE_S)


def next_of(heard: Heard) -> tuple[str, bytes]:
    return heard.get(timeout=PATIENCE_S)


@pytest.mark.parametrize("attacker", ["zigbee", WATCHER, HOME, user_of(Service.VISION)])
def test_nobody_speaks_for_the_engine_the_dashboard_or_another_service(enter: Enter, attacker: str) -> None:
    _, heard = enter(user_of(Service.ENGINE))
    liar, _ = enter(attacker)
    for name in (
        *SEALED,
        "match",
        "situation",
        "verdict",
        "command",
        "answer",
        "device",
        "device_order",
    ):
        say(liar, topic(name), b'{"false": 1}', retain=True)
        say(liar, topic(name), b"", retain=True)
        say(liar, topic(name), b"x" * 1_000_000)
    for service in ("engine", "dashboard"):
        say(liar, topic("availability", service), b'{"online": false}', retain=True)
    true, _ = enter(user_of(Service.DASHBOARD))
    say(true, topic("command"), b"{}")
    assert next_of(heard) == (topic("command"), b"{}")
    # Nothing was left behind for whoever comes later either.
    _, later = enter(ALL)
    say(true, topic("command"), b"{}")
    assert next_of(later) == (topic("command"), b"{}")


def test_a_wildcard_shows_what_may_be_watched_and_nothing_sealed(enter: Enter) -> None:
    engine, _ = enter(ALL)
    for name in SEALED:
        say(engine, topic(name), b"sealed", retain=True)
    _, watches = enter(WATCHER)
    _, senses = enter("zigbee")
    # Messages to and from devices name tags and the things that they are stuck to.
    for name in (*SEALED, "command", "answer", "device_event", "device_order", "simulated_table"):
        say(engine, topic(name), b"secret")
    say(engine, topic("match"), b"open")
    say(engine, "zigbee2mqtt/x", b"open")
    assert next_of(watches) == (topic("match"), b"open")
    assert watches.empty()
    assert senses.empty()


def test_home_assistant_hears_boards_wishes_for_light_and_announces_itself(enter: Enter) -> None:
    _, bridge = enter(user_of(Service.BRIDGE))
    home, heard = enter(HOME)
    for where in (topic("lights_wish"), "homeassistant/status"):
        say(home, where, b"{}")
        assert next_of(bridge) == (where, b"{}")
    while heard.qsize() < 2:  # its own two come back, for it may read them
        time.sleep(0.005)
    engine, _ = enter(ALL)
    for name in (*SEALED, "device_order", "command", "simulated_table"):
        say(engine, topic(name), b"secret")
    open_to_it = [topic(name) for name in ("device", "device_event", "lights", "match")]
    for where in open_to_it:
        say(engine, where, b"open")
    assert [next_of(heard)[0] for _ in range(2 + len(open_to_it))][2:] == open_to_it


def test_every_service_may_say_what_it_sends_and_hear_all_of_the_table(enter: Enter) -> None:
    _, heard = enter(ALL)
    for service in Service:
        client, _ = enter(user_of(service))
        for channel in CHANNELS:
            if service in channel.senders:
                name = str(service) if channel.name in ("availability", "pulse") else "west"
                say(client, topic(channel.name, name), b"{}")
                assert next_of(heard)[0] == topic(channel.name, name)


def test_the_rules_in_the_docs_are_made_from_the_channels() -> None:
    text = (DOCS / "mosquitto.acl").read_text(encoding="utf-8")
    assert text == access_rules(), "docs/develop/mosquitto.acl is behind; run python -m engine.bus.document"
