"""Somebody else's MQTT devices: their documented payloads, by the ready mappings and over a real broker."""

import json
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import paho.mqtt.client as paho
import pytest
import yaml

from dashboard.commands.sensors import foreign_sensors
from engine.bus.broker import Broker
from engine.bus.messages.boards import DeviceState
from engine.bus.sealing import Seal
from engine.core.device_events import CellChange, DeviceEvent
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look, SourceKnows
from engine.session.boards.sensor_looks import Sensing
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.discovery import announcements
from firmware_bridge.foreign.mapping import load_mappings, ready_names
from firmware_bridge.foreign.reports import Hearing, Nonsense, parse_foreign_uid
from firmware_bridge.simulated.board import SimulatedBoard
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.firmware_bridge.strangers import EVERY_KIND, Somebody, events, mapped
from tests.patience import PATIENCE_S


@pytest.fixture
def hearing(tmp_path: Path) -> Hearing:
    return Hearing(mapped(tmp_path, EVERY_KIND), run="run")


PAYLOADS = yaml.safe_load(Path(__file__).with_name("payloads.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("said", PAYLOADS, ids=[f"{one['topic']} {one['payload']}"[:60] for one in PAYLOADS])
def test_a_documented_payload_becomes_what_our_own_boards_report(
    hearing: Hearing, said: dict[str, Any]
) -> None:
    heard = hearing.hear(said["topic"], said["payload"].encode(), 100.0)
    assert events(heard) == ([tuple(said["gives"])] if "gives" in said else [])
    assert [one.mark for one in heard if isinstance(one, DeviceEvent)] == ["run-1"] * len(events(heard))
    assert [one for one in heard if isinstance(one, Nonsense)] == []


def test_a_die_of_ones_own_mapping_is_heard(hearing: Hearing) -> None:
    assert events(hearing.hear("dice/rolled", b'{"roll":{"value":4}}', 100.0)) == [
        ("mqtt.dice", "dice", "die", "4")
    ]


def test_every_ready_mapping_is_tried() -> None:
    used = {line.split("like: ")[1].split(",")[0] for line in EVERY_KIND.splitlines() if "like:" in line}
    # Lights are sent to; nothing is heard of them but whether they are there.
    assert used == set(ready_names()) - {"esphome-lights"} == {one["like"] for one in PAYLOADS}


def test_a_switch_that_says_the_same_again_is_reported_once(hearing: Hearing) -> None:
    topic = "zigbee2mqtt/castle_c3"
    sent = [hearing.hear(topic, payload, 1.0) for payload in (b'{"contact":true}',) * 3]
    assert [len(events(one)) for one in sent] == [1, 0, 0]
    assert events(hearing.hear(topic, b'{"contact":false}', 2.0)) == [
        ("mqtt.castle_c3", "cell", "c3", "clear")
    ]
    assert events(hearing.hear(topic, b'{"battery":99}', 3.0)) == []


def test_a_press_that_the_broker_kept_is_no_press_now_but_a_switch_s_state_is(hearing: Hearing) -> None:
    kept = {"retained": True}
    assert events(hearing.hear("zigbee2mqtt/west_bell", b'{"action":"single"}', 1.0, **kept)) == []
    assert events(hearing.hear("dice/rolled", b'{"roll":{"value":4}}', 1.0, **kept)) == []
    assert len(events(hearing.hear("zigbee2mqtt/castle_c3", b'{"contact":true}', 1.0, **kept))) == 1


def test_a_device_comes_and_goes_as_it_says(hearing: Hearing) -> None:
    def said(topic: str, payload: bytes) -> list[tuple[str, bool]]:
        return [
            (one.device, one.connected)
            for one in hearing.hear(topic, payload, 1.0)
            if isinstance(one, DeviceState)
        ]

    assert said("zigbee2mqtt/castle_c3/availability", b'{"state":"online"}') == [("mqtt.castle_c3", True)]
    assert said("zigbee2mqtt/castle_c3/availability", b'{"state":"offline"}') == [("mqtt.castle_c3", False)]
    assert said("tele/rfid-test/LWT", b"Online") == [("pad.north", True)]
    assert said("west_reader/status", b"online") == [("pad.west", True)]
    assert said("west_reader/status", b"rubbish") == []


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("west_reader/tag", b"no uid"),
        ("west_reader/tag", b"74-10-37"),
        ("table/binary_sensor/a1/state", b"maybe"),
        ("dice/rolled", b'{"roll":{"value":7}}'),
    ],
)
def test_what_no_mapping_foresees_is_said_once_and_passed_over(
    hearing: Hearing, topic: str, payload: bytes
) -> None:
    heard = [hearing.hear(topic, payload, 1.0) for _ in range(3)]
    assert [len([one for one in each if isinstance(one, Nonsense)]) for each in heard] == [1, 0, 0]
    assert [events(each) for each in heard] == [[], [], []]


@pytest.mark.parametrize(
    "payload", [b"\xff\xfe", b"{", b"[1]", b'{"contact":null}', b'{"contact":{}}', b"[" * 100_000, b""]
)
def test_rubbish_is_passed_over(hearing: Hearing, payload: bytes) -> None:
    assert events(hearing.hear("zigbee2mqtt/castle_c3", payload, 1.0)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("devices:\n  a: {like: zigbee, cell: a1}\n", r":2: like: expected one of esphome-binary-sensor"),
        ("devices:\n  a: {like: zigbee2mqtt-contact}\n", ":2: a: expected a cell, a pad"),
        (
            "devices:\n  a: {like: zigbee2mqtt-contact, cell: a1, pad: west}\n",
            "found cell, pad",
        ),
        ("devices:\n  a:\n    cell: a1\n", "'topic' is missing"),
        ("devices:\n  a:\n    topic: x\n    cell: a1\n", "'covered' is missing"),
        ("devices:\n  a:\n    topic: x/+\n    die: true\n", ":3: topic: expected one topic, without"),
        (
            "devices:\n  a: {like: esphome-button, pad: west, button: b}\n",
            ":2: a: its topic is .*, and no 'node' is given here",
        ),
        (
            "devices:\n  a:\n    topic: x\n    pad: west\n    lasts_s: 0\n",
            ":5: lasts_s: expected seconds above 0",
        ),
        ("devices:\n  a:\n    topik: x\n", "unknown key; expected one of like, node"),
        ("devices: {}\n", "at least one device"),
        ("devices:\n  a: {topic: x, die: false}\n", ":2: die: expected true, found False"),
        (f"devices:\n  a: {{topic: {'x' * 70_000}, die: true}}\n", ":2: topic: expected at most 65535 bytes"),
        (f"devices:\n  {'x' * 300}: {{topic: x, die: true}}\n", ":2: .*name of at most 100 characters"),
        (
            "devices:\n  a: {topic: x, cell: a1, covered: [ON, 1], clear: [ON]}\n",
            ":2: clear: 'ON' means covered already",
        ),
        (
            (
                "devices:\n  a: {like: zigbee2mqtt-contact, cell: a1}\n"
                "  b: {like: zigbee2mqtt-contact, cell: a1}\n"
            ),
            ":3: b: cell a1 is a's already",
        ),
    ],
)
def test_a_broken_mapping_is_refused_by_file_and_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputFault, match=said) as refused:
        mapped(tmp_path, text)
    assert "devices.yaml:" in str(refused.value)


def test_two_files_with_one_device_are_refused(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.yaml", "other.yaml")]
    for path in paths:
        path.write_text("devices:\n  a: {like: zigbee2mqtt-contact, cell: a1}\n", encoding="utf-8")
    with pytest.raises(InputFault, match="'a' stands in another file too"):
        load_mappings([str(path) for path in paths])


@pytest.mark.parametrize("said", ["74-10-37-94", "74103794", "74:10:37:94", "74 10 37 94"])
def test_a_uid_is_read_however_it_is_written(said: str) -> None:
    assert parse_foreign_uid(said) == "74103794"


def test_what_lies_beneath_cells_is_a_sensor_of_the_table_and_no_more_than_that(tmp_path: Path) -> None:
    found = foreign_sensors(mapped(tmp_path, EVERY_KIND), (Cell("a1"), Cell("b2"), Cell("c3")))
    assert found.switches == {
        "mqtt.castle_c3": {"c3": "c3"},
        "mqtt.a1": {"a1": "a1"},
        "mqtt.reed": {"b2": "b2"},
    }
    assert found.readers == {}
    with pytest.raises(InputFault, match="'castle_c3' lies beneath 'c3', which is no cell of this board"):
        foreign_sensors(mapped(tmp_path, EVERY_KIND), (Cell("a1"), Cell("b2")))


def test_a_foreign_switch_makes_looks_of_its_own_cell_alone(tmp_path: Path) -> None:
    cells = (Cell("a1"), Cell("b2"), Cell("c3"))
    sensing = Sensing(
        foreign_sensors(mapped(tmp_path, EVERY_KIND), cells), [PieceId("w.inf.1")], board="mativen"
    )
    hearing = Hearing(mapped(tmp_path, EVERY_KIND), run="run")
    looks: list[Look] = []
    for at, payload in ((10.0, b'{"contact":false}'), (20.0, b'{"contact":true}')):
        for one in hearing.hear("zigbee2mqtt/castle_c3", payload, at):
            if isinstance(one, DeviceEvent) and isinstance(one.content, CellChange):
                looks += sensing.switched(one.device, one.content, one.taken_at, Seconds(at))
    assert [(look.source, look.reach.covers, look.cells.unsure, look.reach.knows) for look in looks] == [
        ("mqtt.castle_c3", ("c3",), ("c3",), SourceKnows.SOMETHING)
    ]
    gone = [one for one in hearing.lost() if isinstance(one, DeviceState) and one.device == "mqtt.castle_c3"]
    assert [look.reach.covers for look in sensing.heard(gone[0], Seconds(30.0))] == [()]


def test_our_devices_announce_themselves_as_home_assistant_asks() -> None:
    states = [
        DeviceState("board", "/dev/ttyACM0", connected=True, firmware="1.2"),
        DeviceState("pad.west", "/dev/ttyACM0", connected=True, firmware="1.2"),
        DeviceState("mqtt.castle_c3", "mqtt x", connected=True),
    ]
    found = announcements(states, table="my table", version="0.1")
    assert sorted(topic for topic in found if "/match_" not in topic) == [
        "homeassistant/binary_sensor/boardwarden_my_table_b4eeb654/board/config",
        "homeassistant/binary_sensor/boardwarden_my_table_b4eeb654/pad_west/config",
        "homeassistant/event/boardwarden_my_table_b4eeb654/pad_west_button/config",
    ]
    board = json.loads(found["homeassistant/binary_sensor/boardwarden_my_table_b4eeb654/board/config"])
    # Its discovery demands a state topic, a unique id and a device with an identifier.
    assert board["state_topic"] == "boardwarden/my%20table/bridge/board/state"
    assert board["unique_id"] == "boardwarden_my_table_b4eeb654_board_connected"
    assert board["device"]["identifiers"] == ["boardwarden_my_table_b4eeb654_board"]
    assert board["device_class"] == "connectivity"
    assert board["availability"][0]["topic"] == "boardwarden/my%20table/service/bridge/availability"
    press = json.loads(found["homeassistant/event/boardwarden_my_table_b4eeb654/pad_west_button/config"])
    assert (press["event_types"], press["device_class"]) == (["press"], "button")
    assert press["state_topic"] == "boardwarden/my%20table/bridge/pad.west/event"


def test_over_a_real_broker_foreign_devices_are_heard_as_ours_are(
    broker: Broker, somebody: Somebody, tmp_path: Path
) -> None:
    bus, seal = watched(broker, "foreign"), Seal(b"k" * 32, table="foreign")
    watcher = Watcher(bus)
    # Kept by the broker from before the table began.
    somebody.say("zigbee2mqtt/castle_c3", '{"contact":true}', retain=True)
    somebody.say("zigbee2mqtt/castle_c3/availability", '{"state":"online"}', retain=True)
    foreign = ForeignDevices(broker.url, mapped(tmp_path, EVERY_KIND), table="foreign")
    with Running(broker, "foreign", foreign=foreign, seal=seal):
        covered = watcher.until_event("cell", "c3")
        assert (covered.device, covered.content) == ("mqtt.castle_c3", CellChange(Cell("c3"), covered=True))
        assert watcher.until_connected("mqtt.castle_c3", connected=True).port == "mqtt zigbee2mqtt/castle_c3"
        somebody.say("stat/north_bell/RESULT", '{"Button1":{"Action":"SINGLE"}}')
        pressed = watcher.until_event("button", "end_turn")
        assert (pressed.device, bool(pressed.mark)) == ("pad.north", True)
        # Which tag lies on a seat's pad travels sealed, whoever read it.
        somebody.say("west_reader/tag", "74-10-37-94")
        sealed = watcher.until_value("tag", "west")
        assert "74103794" not in sealed
        assert seal.opened_text(sealed) == "74103794"
        somebody.say("zigbee2mqtt/castle_c3/availability", '{"state":"offline"}', retain=True)
        watcher.until_connected("mqtt.castle_c3", connected=False)
        somebody.say("dice/rolled", '{"roll":{"value":9}}')
        watcher.until_problem("mqtt.dice", "9")
        somebody.say("dice/rolled", '{"roll":{"value":6}}')
        while watcher.states["mqtt.dice"].problem:
            watcher.look()
    bus.stop()


def test_over_a_real_broker_our_boards_are_announced_and_stay_so(
    broker: Broker, somebody: Somebody, tmp_path: Path
) -> None:
    bus = watched(broker, "announced")
    watcher = Watcher(bus)
    board = SimulatedBoard()
    board.start(tmp_path / "board")
    foreign = ForeignDevices(broker.url, (), table="announced", announces="homeassistant")
    with Running(broker, "announced", foreign=foreign, serial=str(tmp_path / "board")):
        watcher.until_connected("pad.west", connected=True)
        somebody.client.subscribe("homeassistant/#", qos=1)
        seen: dict[str, tuple[bytes, bool]] = {}
        topic = "homeassistant/binary_sensor/boardwarden_announced/pad_west/config"
        until = time.monotonic() + PATIENCE_S
        while topic not in seen or VERSION.encode() not in seen[topic][0]:
            assert time.monotonic() < until, seen
            try:
                came, payload, kept = somebody.came.get(timeout=0.1)
            except Empty:
                continue
            seen[came] = (payload, kept)
        assert json.loads(seen[topic][0])["device"]["model"] == "simulated board"
    board.stop()
    bus.stop()
    # A later client finds it too: it is kept.
    late = somebody
    late.client.unsubscribe("homeassistant/#")
    late.client.subscribe(topic, qos=1)
    while True:
        came, _, kept = late.came.get(timeout=PATIENCE_S)
        if came == topic and kept:
            break


def test_a_board_that_is_announced_while_the_broker_is_just_reached_silences_no_foreign_device(
    broker: Broker, somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = ForeignDevices(broker.url, mapped(tmp_path, EVERY_KIND), announces="homeassistant")
    foreign.announce([DeviceState("pad.west", "port", connected=True)])
    publish = paho.Client.publish

    def published(client: paho.Client, *words: Any, **named: Any) -> Any:
        # Announcements are repeated as the broker is reached; just then another board comes.
        if client is not somebody.client:
            foreign.announce([DeviceState("pad.north", "port", connected=True)])
        return publish(client, *words, **named)

    monkeypatch.setattr(paho.Client, "publish", published)
    heard: Queue[Any] = Queue()
    foreign.start(heard)
    try:
        until = time.monotonic() + PATIENCE_S
        found: list[Any] = []
        while not any(isinstance(one, DeviceEvent) for one in found):
            assert time.monotonic() < until, found
            somebody.say("zigbee2mqtt/castle_c3", '{"contact":true}')
            with suppress(Empty):
                found.append(heard.get(timeout=0.2))
    finally:
        foreign.stop()
