"""Somebody else's MQTT devices: their documented payloads, by the ready mappings and over a real broker."""

import json
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import paho.mqtt.client as paho
import pytest

from dashboard.commands.sensors import foreign_sensors
from engine.bus.broker import Broker
from engine.bus.messages.boards import DeviceState
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.core.glimpse import DeviceEvent, Knowing, Look
from engine.core.ids import Cell, PieceId, Seconds
from engine.session.boards.sensing import Sensing
from firmware_bridge.foreign.discovery import announcements
from firmware_bridge.foreign.hearing import Hearing, Nonsense, parse_foreign_uid
from firmware_bridge.foreign.listening import ForeignDevices
from firmware_bridge.foreign.mapping import load_mappings, ready_names
from firmware_bridge.simulated.board import SimulatedBoard
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.firmware_bridge.strangers import EVERY_KIND, Somebody, events, mapped
from tests.patience import PATIENCE_S


@pytest.fixture
def hearing(tmp_path: Path) -> Hearing:
    return Hearing(mapped(tmp_path, EVERY_KIND), run="run")


DOCUMENTED = [
    # zigbee2mqtt.io, MCCGQ11LM: `contact`, true is closed
    (
        "zigbee2mqtt/castle_c3",
        '{"battery":100,"contact":true,"linkquality":144,"voltage":3005}',
        ("mqtt.castle_c3", "cell", "c3", "covered"),
    ),
    # zigbee2mqtt.io, WXKG11LM: `action`
    (
        "zigbee2mqtt/west_bell",
        '{"action":"single","battery":97,"linkquality":76}',
        ("pad.west", "button", "end_turn", ""),
    ),
    # esphome.io, MQTT component: <prefix>/binary_sensor/<object>/state, ON and OFF
    ("table/binary_sensor/a1/state", "ON", ("mqtt.a1", "cell", "a1", "covered")),
    ("table/binary_sensor/east_bell/state", "ON", ("pad.east", "button", "end_turn", "")),
    # esphome.io, RC522: `x` is the uid in the format 74-10-37-94
    ("west_reader/tag", "74-10-37-94", ("pad.west", "tag", "west", "74103794")),
    ("east_reader/tag", "04-A1-B2-C3-D4-E5-F6", ("pad.east", "tag", "east", "04A1B2C3D4E5F6")),
    # tasmota.github.io, Buttons and Switches; MFRC522
    ("stat/reed/RESULT", '{"Switch2":{"Action":"ON"}}', ("mqtt.reed", "cell", "b2", "covered")),
    (
        "stat/north_bell/RESULT",
        '{"Button1":{"Action":"SINGLE"}}',
        ("pad.north", "button", "end_turn", ""),
    ),
    (
        "tele/rfid-test/SENSOR",
        '{"Time":"2021-01-23T13:10:50","RC522":{"UID":"BA839D07","Data":"","Type":"MIFARE 1KB"}}',
        ("pad.north", "tag", "north", "BA839D07"),
    ),
    ("dice/rolled", '{"roll":{"value":4}}', ("mqtt.dice", "dice", "die", "4")),
]


@pytest.mark.parametrize(("topic", "payload", "expected"), DOCUMENTED, ids=[row[0] for row in DOCUMENTED])
def test_a_documented_payload_becomes_what_our_own_boards_report(
    hearing: Hearing, topic: str, payload: str, expected: tuple[str, str, str, str]
) -> None:
    heard = hearing.hear(topic, payload.encode(), 100.0)
    assert events(heard) == [expected]
    assert [one.mark for one in heard if isinstance(one, DeviceEvent)] == ["run-1"]


def test_every_ready_mapping_is_tried() -> None:
    used = {line.split("like: ")[1].split(",")[0] for line in EVERY_KIND.splitlines() if "like:" in line}
    assert used == set(ready_names())


def test_a_switch_that_says_the_same_again_is_told_once(hearing: Hearing) -> None:
    topic = "zigbee2mqtt/castle_c3"
    told = [hearing.hear(topic, payload, 1.0) for payload in (b'{"contact":true}',) * 3]
    assert [len(events(one)) for one in told] == [1, 0, 0]
    assert events(hearing.hear(topic, b'{"contact":false}', 2.0)) == [
        ("mqtt.castle_c3", "cell", "c3", "clear")
    ]
    assert events(hearing.hear(topic, b'{"battery":99}', 3.0)) == []


def test_a_tag_that_is_not_read_again_has_gone(hearing: Hearing) -> None:
    for at in (0.0, 1.0, 2.0):
        hearing.hear("west_reader/tag", b"74-10-37-94", at)
        assert events(hearing.tick(at + 0.5)) == []
    assert events(hearing.hear("west_reader/tag", b"74-10-37-95", 4.0)) == [
        ("pad.west", "tag", "west", "74103794 74103795")
    ]
    assert events(hearing.tick(6.0)) == [("pad.west", "tag", "west", "74103795")]
    assert events(hearing.tick(8.0)) == [("pad.west", "tag", "west", "")]


def test_a_reader_that_says_when_a_tag_went_keeps_it_until_then(hearing: Hearing) -> None:
    hearing.hear("east_reader/tag", b"04-A1-B2-C3", 0.0)
    assert events(hearing.tick(9999.0)) == []
    assert events(hearing.hear("east_reader/tag", b"", 9999.0)) == [("pad.east", "tag", "east", "")]


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
            if isinstance(one, DeviceEvent):
                looks += sensing.switched(one, Seconds(at))
    assert [(look.source, look.covers, look.unsure, look.knows) for look in looks] == [
        ("mqtt.castle_c3", ("c3",), ("c3",), Knowing.SOMETHING)
    ]
    gone = [one for one in hearing.lost() if isinstance(one, DeviceState) and one.device == "mqtt.castle_c3"]
    assert [look.covers for look in sensing.heard(gone[0], Seconds(30.0))] == [()]


def test_our_devices_announce_themselves_as_home_assistant_asks() -> None:
    states = [
        DeviceState("board", "/dev/ttyACM0", connected=True, firmware="1.2"),
        DeviceState("pad.west", "/dev/ttyACM0", connected=True, firmware="1.2"),
        DeviceState("mqtt.castle_c3", "mqtt x", connected=True),
    ]
    found = announcements(states, table="my table", version="0.1")
    assert sorted(found) == [
        "homeassistant/binary_sensor/boardwarden_my_table/board/config",
        "homeassistant/binary_sensor/boardwarden_my_table/pad_west/config",
        "homeassistant/device_automation/boardwarden_my_table/pad_west_button/config",
    ]
    board = json.loads(found["homeassistant/binary_sensor/boardwarden_my_table/board/config"])
    # What its discovery demands: a state topic, a unique id and a device with an identifier.
    assert board["state_topic"] == "boardwarden/my%20table/bridge/board/state"
    assert board["unique_id"] == "boardwarden_my_table_board_connected"
    assert board["device"]["identifiers"] == ["boardwarden_my_table_board"]
    assert board["device_class"] == "connectivity"
    assert board["availability"][0]["topic"] == "boardwarden/my%20table/service/bridge/availability"
    press = json.loads(found["homeassistant/device_automation/boardwarden_my_table/pad_west_button/config"])
    assert (press["automation_type"], press["type"]) == ("trigger", "button_short_press")
    assert press["topic"] == "boardwarden/my%20table/bridge/pad.west/event"


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
        assert (covered.device, covered.value) == ("mqtt.castle_c3", "covered")
        assert watcher.until_connected("mqtt.castle_c3", connected=True).port == "mqtt zigbee2mqtt/castle_c3"
        somebody.say("stat/north_bell/RESULT", '{"Button1":{"Action":"SINGLE"}}')
        pressed = watcher.until_event("button", "end_turn")
        assert (pressed.device, bool(pressed.mark)) == ("pad.north", True)
        # Which tag lies on a seat's pad travels sealed, whoever read it.
        somebody.say("west_reader/tag", "74-10-37-94")
        tag = watcher.until_event("tag", "west")
        assert "74103794" not in tag.value
        assert seal.opened_text(tag.value) == "74103794"
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
    # Who comes later finds it too: it is kept.
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
        # What was announced is said again as the broker is reached; just then another board comes.
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
