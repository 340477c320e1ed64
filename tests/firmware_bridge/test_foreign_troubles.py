"""Habits of real MQTT devices beside their pages: die, come back, repeat themselves, talk rubbish."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.bus.broker import Broker
from engine.bus.messages.boards import DeviceState
from engine.core.faults import InputFault
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.mapping import load_mappings
from firmware_bridge.foreign.reports import Hearing, Nonsense, Sense
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.firmware_bridge.strangers import EVERY_KIND, Somebody, events, mapped

CONTACT, ITS_PRESENCE = "zigbee2mqtt/castle_c3", "zigbee2mqtt/castle_c3/availability"
OFFLINE, ONLINE = b'{"state":"offline"}', b'{"state":"online"}'
MEGABYTE = 1_000_000


@pytest.fixture
def hearing(tmp_path: Path) -> Hearing:
    return Hearing(mapped(tmp_path, EVERY_KIND), run="run")


def connected(heard: Sequence[object]) -> list[bool]:
    return [one.connected for one in heard if isinstance(one, DeviceState)]


def nonsense(heard: Sequence[object]) -> list[str]:
    return [str(one.text) for one in heard if isinstance(one, Nonsense)]


def test_what_a_broker_kept_of_a_device_that_has_died_doesnt_revive_it(hearing: Hearing) -> None:
    hearing.hear(ITS_PRESENCE, OFFLINE, 1.0, retained=True)
    heard = hearing.hear(CONTACT, b'{"contact":true}', 1.0, retained=True)
    assert connected(heard) == []
    # Its present word counts.
    assert connected(hearing.hear(CONTACT, b'{"contact":false}', 2.0)) == [True]


def test_a_device_that_never_says_whether_it_lives_is_there_by_what_was_kept(hearing: Hearing) -> None:
    """Zigbee2MQTT tells availability only where that is switched on."""
    assert connected(hearing.hear(CONTACT, b'{"contact":true}', 1.0, retained=True)) == [True]


def test_a_device_that_comes_back_reports_again_what_it_reported_before(hearing: Hearing) -> None:
    """ESPHome says all its states again as it reaches the broker; the table forgot them as it went."""
    hearing.hear(CONTACT, b'{"contact":true}', 1.0)
    hearing.hear(ITS_PRESENCE, OFFLINE, 2.0)
    hearing.hear(ITS_PRESENCE, ONLINE, 3.0)
    assert events(hearing.hear(CONTACT, b'{"contact":true}', 3.0)) == [
        ("mqtt.castle_c3", "cell", "c3", "covered")
    ]


def test_a_reader_that_comes_back_reads_anew_what_lies_there(hearing: Hearing) -> None:
    hearing.hear("east_reader/tag", b"04-A1-B2-C3", 1.0)
    hearing.hear("east_reader/status", b"offline", 2.0)
    assert events(hearing.hear("east_reader/tag", b"04-A1-B2-C3", 3.0)) == [
        ("pad.east", "tag", "east", "04A1B2C3")
    ]


@pytest.mark.parametrize("word", ["unavailable", "unknown", "Unknown", "null", "None"])
def test_a_device_that_doesnt_know_how_it_is_is_away_until_it_does(hearing: Hearing, word: str) -> None:
    """Home Assistant's words, as its MQTT statestream passes them on."""
    topic = "table/binary_sensor/a1/state"
    hearing.hear(topic, b"ON", 1.0)
    heard = hearing.hear(topic, word.encode(), 2.0)
    assert (connected(heard), events(heard), nonsense(heard)) == ([False], [], [])
    heard = hearing.hear(topic, b"ON", 3.0)
    assert (connected(heard), len(events(heard))) == ([True], 1)


def test_a_contact_whose_state_is_null_is_away_too(hearing: Hearing) -> None:
    hearing.hear(CONTACT, b'{"contact":true}', 1.0)
    assert connected(hearing.hear(CONTACT, b'{"contact":null,"battery":100}', 2.0)) == [False]


@pytest.mark.parametrize("payload", [b'{"action":null}', b'{"action":""}', b'{"action":"hold"}'])
def test_a_button_that_isnt_pressed_is_neither_away_nor_wrong(hearing: Hearing, payload: bytes) -> None:
    hearing.hear("zigbee2mqtt/west_bell", b'{"action":"single"}', 1.0)
    assert hearing.hear("zigbee2mqtt/west_bell", payload, 2.0) == []


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (CONTACT, b"\xff\xfe\x00"),
        (CONTACT, b"true"),
        (CONTACT, b"{"),
        (CONTACT, b'{"contact":{"now":true}}'),
        (CONTACT, b'{"contact":"%s"}' % (b"x" * MEGABYTE)),
        ("table/binary_sensor/a1/state", b"x" * MEGABYTE),
        ("table/binary_sensor/a1/state", b"on"),
        ("west_reader/tag", b"\xff"),
        ("west_reader/tag", b"7" * MEGABYTE),
        ("dice/rolled", '{"roll":{"value":"²"}}'.encode()),
        ("dice/rolled", b'{"roll":{"value":%s}}' % (b"9" * 5000)),
        ("dice/rolled", b'{"roll":{"value":"%s"}}' % (b"9" * 5000)),
        (ITS_PRESENCE, b"here"),
        (ITS_PRESENCE, b'{"state":"Online"}'),
    ],
    ids=range(14),
)
def test_what_no_mapping_foresees_is_named_in_a_few_words_and_not_dropped(
    hearing: Hearing, topic: str, payload: bytes
) -> None:
    heard = hearing.hear(topic, payload, 1.0)
    assert events(heard) == []
    (said,) = nonsense(heard)
    assert topic in said
    assert len(said) < 400


@pytest.mark.parametrize(
    ("topic", "payload", "came", "expected"),
    [
        (CONTACT, "{", "{", '{"contact": false | true}'),
        (CONTACT, '{"contact":"ajar"}', "ajar", '{"contact": false | true}'),
        ("zigbee2mqtt/west_bell", "{", "{", '{"action": single}'),
        ("stat/reed/RESULT", "Switch2", "Switch2", '{"Switch2": {"Action": OFF | ON}}'),
        ("tele/rfid-test/SENSOR", '{"RC522":{"UID":"no"}}', "no", '{"RC522": {"UID": 74-10-37-94}}'),
        ("west_reader/tag", "no uid", "no uid", '74-10-37-94 | ""'),
        ("table/binary_sensor/a1/state", "on", "on", "OFF | ON"),
        ("dice/rolled", "four", "four", '{"roll": {"value": 1 | 2 | 3 | 4 | 5 | 6}}'),
        (ITS_PRESENCE, "{", "{", '{"state": offline | online}'),
    ],
)
def test_a_complaint_shows_what_came_and_the_payload_that_was_expected(
    hearing: Hearing, topic: str, payload: str, came: str, expected: str
) -> None:
    (said,) = nonsense(hearing.hear(topic, payload.encode(), 1.0))
    quoted = f"\N{LEFT SINGLE QUOTATION MARK}{came}\N{RIGHT SINGLE QUOTATION MARK}"
    assert f" said {quoted} on {topic}, " in said
    assert f"(expected: {expected})" in said


@pytest.mark.parametrize("word", ["online", "offline"])
def test_a_bridge_of_before_may_tell_its_devices_presence_in_a_plain_word(
    hearing: Hearing, word: str
) -> None:
    """Zigbee2MQTT with `legacy_availability_payload`, as it was until 2.0 (zigbee2mqtt.io#2075)."""
    heard = hearing.hear(ITS_PRESENCE, word.encode(), 1.0)
    assert (connected(heard), nonsense(heard)) == ([word == "online"], [])


@pytest.mark.parametrize(
    ("topic", "bad", "good"),
    [
        (CONTACT, b"\xff", b'{"contact":true}'),
        ("west_reader/tag", b"no uid", b"74-10-37-94"),
        ("table/binary_sensor/a1/state", b"maybe", b"ON"),
        ("dice/rolled", b'{"roll":{"value":7}}', b'{"roll":{"value":6}}'),
        (ITS_PRESENCE, b"here", ONLINE),
    ],
)
def test_a_device_that_makes_sense_again_is_well_again(
    hearing: Hearing, topic: str, bad: bytes, good: bytes
) -> None:
    for _ in range(2):
        assert len(nonsense(hearing.hear(topic, bad, 1.0))) == 1
        assert senses(hearing.hear(topic, bad, 1.5)) == []
        assert len(senses(hearing.hear(topic, good, 2.0))) == 1
    assert senses(hearing.hear(topic, good, 3.0)) == []


def senses(heard: Sequence[object]) -> list[str]:
    return [one.device for one in heard if isinstance(one, Sense)]


def test_a_device_stays_marked_until_all_that_it_said_makes_sense(hearing: Hearing) -> None:
    hearing.hear(CONTACT, b"\xff", 1.0)
    hearing.hear(ITS_PRESENCE, b"here", 1.0)
    assert senses(hearing.hear(ITS_PRESENCE, ONLINE, 2.0)) == []
    assert senses(hearing.hear(CONTACT, b'{"battery":97}', 2.0)) == []
    assert senses(hearing.hear(CONTACT, b'{"contact":true}', 3.0)) == ["mqtt.castle_c3"]


@pytest.mark.parametrize("payload", [b'{"battery":97}', b"[1]"])
def test_other_json_on_the_same_topic_is_nobodys_fault(hearing: Hearing, payload: bytes) -> None:
    assert hearing.hear("tele/rfid-test/SENSOR", payload, 1.0) == []


TWICE = [
    (
        "devices:\n  a: {like: zigbee2mqtt-contact, cell: a1}\n",
        "devices:\n  b: {like: zigbee2mqtt-contact, cell: a1}\n",
        r"other.yaml:2: b: cell a1 is a's already",
    ),
    (
        "devices:\n  a: {like: tasmota-rc522, pad: west}\n",
        "devices:\n  b: {like: esphome-pn532, pad: west}\n",
        r"other.yaml:2: b: .*west.* is a's already",
    ),
]


@pytest.mark.parametrize(("one", "other", "said"), TWICE)
def test_two_files_that_claim_the_same_place_are_refused(
    tmp_path: Path, one: str, other: str, said: str
) -> None:
    for name, text in (("one.yaml", one), ("other.yaml", other)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=said):
        load_mappings([str(tmp_path / "one.yaml"), str(tmp_path / "other.yaml")])


SAME_INPUT = """\
devices:
  reed: {like: tasmota-switch, input: 2, cell: b2}
  other:
    topic: stat/reed/RESULT
    json: Switch2.Action
    covered: ["ON"]
    clear: ["OFF"]
    cell: b3
"""


def test_one_input_beneath_two_cells_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match=r":4: other: topic: .*stat/reed/RESULT.* is reed's already"):
        mapped(tmp_path, SAME_INPUT)


def test_one_input_may_be_several_buttons(tmp_path: Path) -> None:
    """A remote control's single and double press are two words of one input."""
    remote = "{topic: home/remote, json: action, pressed: [%s], pad: west, button: %s}"
    text = f"devices:\n  a: {remote % ('single', 'end_turn')}\n  b: {remote % ('double', 'take_back')}\n"
    assert len(mapped(tmp_path, text)) == 2


@pytest.mark.parametrize("topic", ["boardwarden/table/bridge/mqtt.a/event", "homeassistant/x", "$SYS/up"])
def test_our_own_topics_are_no_devices(tmp_path: Path, topic: str) -> None:
    """The bridge's messages would come back to it for ever."""
    if topic == "homeassistant/x":  # Home Assistant's own: others' statestreams may well be there.
        mapped(tmp_path, f"devices:\n  a: {{topic: {topic}, die: true}}\n")
        return
    with pytest.raises(InputFault, match=r":2: topic: expected a device's topic"):
        mapped(tmp_path, f"devices:\n  a: {{topic: {topic}, die: true}}\n")


def test_a_device_named_with_a_slash_is_heard(tmp_path: Path) -> None:
    """Zigbee2MQTT's friendly names may have them."""
    hearing = Hearing(
        mapped(tmp_path, "devices:\n  hall/c3: {like: zigbee2mqtt-contact, cell: c3}\n"), run="r"
    )
    assert len(events(hearing.hear("zigbee2mqtt/hall/c3", b'{"contact":true}', 1.0))) == 1


def test_over_a_real_broker_a_device_that_comes_back_is_believed_again(
    broker: Broker, somebody: Somebody, tmp_path: Path
) -> None:
    bus = watched(broker, "again")
    watcher = Watcher(bus)
    foreign = ForeignDevices(broker.url, mapped(tmp_path, EVERY_KIND), table="again")
    with Running(broker, "again", foreign=foreign):
        watcher.until_connected("mqtt.dice", connected=True)
        somebody.say(CONTACT, '{"contact":true}', retain=True)
        assert watcher.until_value("cell", "c3") == "covered"
        somebody.say(ITS_PRESENCE, OFFLINE.decode())
        watcher.until_connected("mqtt.castle_c3", connected=False)
        # A battery contact is found to live, and has no reason to say its state again.
        watcher.events.clear()
        somebody.say(ITS_PRESENCE, ONLINE.decode())
        watcher.until_connected("mqtt.castle_c3", connected=True)
        assert watcher.until_value("cell", "c3") == "covered"
        # A megabyte, and no UTF-8, silence nobody.
        somebody.say("table/binary_sensor/a1/state", "x" * MEGABYTE)
        watcher.until_problem("mqtt.a1", "x")
        somebody.client.publish(CONTACT, b"\xff\xfe", qos=1)
        watcher.until_problem("mqtt.castle_c3", "ff")
        somebody.say("stat/north_bell/RESULT", '{"Button1":{"Action":"SINGLE"}}')
        assert watcher.until_event("button", "end_turn").device == "pad.north"
    bus.stop()
