"""How many messages a broker keeps of a table: iotcore hands a newcomer at most a hundred at quality 1."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import yaml
from paho.mqtt.client import Client, MQTTMessage

from engine.bus.address import parse_broker_url
from engine.bus.connection import client_of
from engine.bus.topics import topics_of_table
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.games.registry import open_game
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable

MOST = 30
"""A table without cameras, boards and pads; tests/bus/test_bus_channels.py counts them too."""
ALWAYS = {
    "surface",
    "match",
    "advice",
    "situation",
    "clock",
    "sensing",
    "board_lights",
    "covered_cells",
    "table",
}


def kept_topics(url: str) -> set[str]:
    """Return the topics that a broker keeps messages on."""
    found: set[str] = set()
    answered = Event()
    address = parse_broker_url(url)
    client = client_of(address, "counting")
    filters = (topics_of_table("table"), 0)
    answers: list[int] = []

    def took(one: Client, *_: object) -> None:
        answers.append(1)
        # mosquitto answers before the kept messages, but takes the next request after them.
        answered.set() if len(answers) > 1 else one.subscribe(*filters)

    def came(_client: Client, _data: object, message: MQTTMessage) -> None:
        if message.retain:
            found.add(message.topic)

    client.on_connect = lambda one, *_: one.subscribe(*filters)
    client.on_subscribe = took
    client.on_message = came
    client.connect(address.host, address.port)
    client.loop_start()
    assert answered.wait(PATIENCE_S)
    client.disconnect()
    client.loop_stop()
    return found


def ends(topics: set[str]) -> set[str]:
    """Return the last levels of topics."""
    return {topic.rpartition("/")[2] for topic in topics}


def test_a_table_of_four_keeps_few_messages(start_table: Callable[..., RunningTable], tmp_path: Path) -> None:
    openings = open_game("dozen_war", load_board("mativen"), Ruleset()).openings()
    setup = tmp_path / "setup.yaml"
    setup.write_text(yaml.safe_dump(openings[max(openings, key=len)], allow_unicode=True), encoding="utf-8")
    table = start_table("--setup", str(setup))
    url = (table.matches / ".table.bus").read_text(encoding="ascii").strip()
    # The watching services come after the page.
    until = time.monotonic() + PATIENCE_S
    while not ends(kept := kept_topics(url)) >= ALWAYS:
        assert time.monotonic() < until, sorted(kept)
        time.sleep(0.2)
    # Boards, pads and cameras may be there already, or come later.
    own = sorted(topic for topic in kept if topic.split("/")[2] not in ("bridge", "vision"))
    assert len(own) <= MOST, own
