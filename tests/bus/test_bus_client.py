"""Promises of a service's end of the bus, on real brokers."""

import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from paho.mqtt.publish import single

from engine.bus.address import BrokerAddress, parse_broker_url
from engine.bus.broker import Broker, free_port, open_broker
from engine.bus.channels import Service
from engine.bus.client import (
    BusClient,
    BusEvent,
    Connected,
    Disconnected,
    KeptCame,
    ReceivedMessage,
    Rejected,
)
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.bus.messages.match import Situation
from engine.bus.messages.services import Availability
from engine.bus.texts import TEXTS
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.faults import CallerFault, InputFault
from engine.core.ids import Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from engine.core.phrase import Phrase
from tests.patience import PATIENCE_S

SERVICE_THAT_IS_KILLED = Path(__file__).parent / "service_that_is_killed.py"

Open = Callable[..., BusClient]


@pytest.fixture
def client(broker: Broker) -> Iterator[Open]:
    """Opens clients of one table on the broker; all are stopped in the end."""
    opened: list[BusClient] = []

    def open_client(service: Service | None, *wanted: str, url: str = "") -> BusClient:
        one = BusClient(url=url or broker.url, table="a table/#1", service=service, wanted=wanted)
        opened.append(one)
        one.start()
        return one

    yield open_client
    for one in opened:
        one.stop()


def until(client: BusClient, wanted: Callable[[BusEvent], bool]) -> BusEvent:
    """Return the first event that is wanted."""
    passed = []
    while (event := client.receive(PATIENCE_S)) is not None:
        if wanted(event):
            return event
        passed.append(event)
    raise AssertionError(f"it never came; these did: {passed}")


def until_connected(client: BusClient) -> None:
    until(client, lambda event: isinstance(event, Connected))


def look(number: int) -> Look:
    return Look("cam", number, Seconds(0.0), LookPieces(), LookCells(), LookMotion(steady=True, moved=False))


def test_a_state_reaches_who_comes_later(client: Open) -> None:
    engine = client(Service.ENGINE)
    until_connected(engine)
    said = Situation("m", 3, watching=True, problem=Phrase("năm"))
    engine.publish("situation", said)
    late = client(Service.DASHBOARD, "situation")
    assert until(late, lambda event: isinstance(event, ReceivedMessage)) == ReceivedMessage(
        "situation", "", said
    )


def test_an_event_reaches_who_is_there_and_nobody_later(client: Open) -> None:
    dashboard, engine = client(Service.DASHBOARD, "answer"), client(Service.ENGINE, "command")
    until_connected(dashboard)
    until_connected(engine)
    command = Command("1", CommandKind.ACT, 7, action={"move": "w.cav.1", "to": "d7"})
    dashboard.publish("command", command)
    assert until(engine, lambda e: isinstance(e, ReceivedMessage)) == ReceivedMessage("command", "", command)
    # The answer comes after anything retained would have.
    late = client(Service.VISION, "command", "answer")
    until_connected(late)
    engine.publish("answer", Answer("1", AnswerCode.DONE, 8))
    assert until(late, lambda e: isinstance(e, ReceivedMessage)).channel == "answer"  # type: ignore[union-attr] # Received


def test_a_name_of_any_script_names_its_object(client: Open) -> None:
    vision, engine = client(Service.VISION), client(Service.ENGINE, "camera")
    until_connected(vision)
    for name in ("über/#+ 1", "máy ảnh", "http://10.0.0.2:81/stream"):
        state = CameraState(name, "x")
        vision.publish("camera", state, name)
        came = ReceivedMessage("camera", name, state)
        # A broker may bring what is retained twice: to who subscribes just now, and as it comes.
        assert until(engine, lambda e, came=came: e == came) == came  # type: ignore[misc] # bound at once


def test_a_service_is_online_once_it_listens_and_says_goodbye_with_its_reason(client: Open) -> None:
    page = client(Service.DASHBOARD, "availability")
    engine = client(Service.ENGINE)

    def of_engine(event: BusEvent) -> bool:
        return isinstance(event, ReceivedMessage) and event.name == "engine"

    came = until(page, of_engine)
    assert isinstance(came, ReceivedMessage)
    assert came.message.online
    engine.stop(Phrase("the match is over"))
    gone = until(page, of_engine)
    assert isinstance(gone, ReceivedMessage)
    assert (gone.message.online, gone.message.reason) == (False, "the match is over")


def test_a_service_that_connects_again_at_once_is_never_said_to_be_away(client: Open) -> None:
    page = client(Service.DASHBOARD, "availability")
    before = client(Service.ENGINE)

    def of_engine(event: BusEvent) -> bool:
        return isinstance(event, ReceivedMessage) and event.name == "engine"

    came = until(page, of_engine)
    before.stop(comes_back=True)
    client(Service.ENGINE)
    again = until(page, lambda event: of_engine(event) and event != came)
    assert isinstance(again, ReceivedMessage)
    assert again.message.online


def test_a_service_that_is_killed_is_withdrawn_by_the_broker(broker: Broker, client: Open) -> None:
    page = client(None, "availability")
    with subprocess.Popen(
        [sys.executable, str(SERVICE_THAT_IS_KILLED), broker.url, "a table/#1"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"connected\n"
        process.send_signal(signal.SIGKILL)
    gone = until(page, lambda e: isinstance(e, ReceivedMessage) and not e.message.online)
    assert isinstance(gone, ReceivedMessage)
    assert gone.name == "vision"
    assert gone.message.reason == TEXTS.say("service.broke")
    assert gone.message.pid == process.pid


def test_rubbish_is_said_and_the_reader_goes_on(broker: Broker, client: Open) -> None:
    engine = client(Service.ENGINE, "command", "camera")
    until_connected(engine)
    address = parse_broker_url(broker.url)
    topic = "boardwarden/a%20table%2F%231/engine/command"
    for rubbish in (b"", b"\xff\xfe", b"[]", b'{"id": 1}', b'{"id":"1","kind":"dance","revision":0}'):
        single(topic, rubbish, qos=1, hostname=address.host, port=address.port)
        refused = until(engine, lambda e: isinstance(e, Rejected))
        assert isinstance(refused, Rejected)
        assert refused.topic == topic
        assert "expected Command" in refused.reason
    sound = b'{"id":"1","kind":"act","revision":0}'
    single(topic, sound, qos=1, hostname=address.host, port=address.port)
    assert until(engine, lambda e: isinstance(e, ReceivedMessage)) == ReceivedMessage(
        "command", "", Command("1", CommandKind.ACT, 0)
    )
    assert engine.counters.rejected == 5


def test_rubbish_is_logged_once_a_channel_however_much_comes(
    broker: Broker, client: Open, caplog: pytest.LogCaptureFixture
) -> None:
    engine = client(Service.ENGINE, "command", "camera")
    until_connected(engine)
    address = parse_broker_url(broker.url)
    for topic in ("engine/command", "engine/command", "vision/a/state", "vision/b/state", "vision/%ff/state"):
        single(f"boardwarden/a%20table%2F%231/{topic}", b"rubbish", hostname=address.host, port=address.port)
        until(engine, lambda e: isinstance(e, Rejected))
    said = [record.getMessage() for record in caplog.records if "passed over" in record.getMessage()]
    assert ["Command" in said[0], "CameraState" in said[1], "%ff" in said[2]] == [True, True, True]
    assert len(said) == 3


def test_a_topic_that_cant_be_read_is_said_too(broker: Broker, client: Open) -> None:
    vision = client(Service.DASHBOARD, "camera")
    until_connected(vision)
    address = parse_broker_url(broker.url)
    single("boardwarden/a%20table%2F%231/vision/%ff/state", b"{}", hostname=address.host, port=address.port)
    assert isinstance(until(vision, lambda e: not isinstance(e, Connected)), Rejected)


def test_whoever_asks_what_is_kept_hears_all_of_it_before_the_answer(client: Open) -> None:
    bridge = client(Service.BRIDGE, "device")
    until_connected(bridge)
    names = {f"pad.{number}" for number in range(300)}
    for name in names:
        bridge.publish("device", DeviceState(name, "port", connected=True), name)
    # Once the last one is heard the broker keeps all of them.
    heard: set[str] = set()
    while heard < names:
        heard |= {event.name for event in [bridge.receive(PATIENCE_S)] if isinstance(event, ReceivedMessage)}
    late = client(Service.ENGINE, "device")
    came: set[str] = set()

    def take(event: BusEvent) -> bool:
        if isinstance(event, Connected):
            late.ask_what_is_kept()
        if isinstance(event, ReceivedMessage):
            came.add(event.name)
        return isinstance(event, KeptCame)

    until(late, take)
    assert came == names


def test_a_broker_that_comes_back_is_said_and_filled_again(kind: str) -> None:
    port = free_port()
    before, after = open_broker(kind, port=port), open_broker(kind, port=port)
    before.start()
    engine = BusClient(url=before.url, table="t", service=Service.ENGINE, wanted=("device_event",))
    bridge = BusClient(url=before.url, table="t", service=Service.BRIDGE, wanted=())
    try:
        for one in (engine, bridge):
            one.start()
            until_connected(one)
        before.stop()
        for one in (engine, bridge):
            gone = until(one, lambda e: isinstance(e, Disconnected))
            assert isinstance(gone, Disconnected)
            assert f"127.0.0.1:{port}" in gone.reason
        after.start()
        until_connected(engine)
        engine.publish("situation", Situation("m", 1, watching=True))
        until_connected(bridge)
        late = BusClient(url=after.url, table="t", service=None, wanted=("situation", "availability"))
        with closing(_Stopping(late)):
            late.start()
            # Retained messages come in no order.
            missing = {("situation", ""), ("availability", "bridge"), ("availability", "engine")}
            while missing:
                came = until(late, lambda e: isinstance(e, ReceivedMessage))
                assert isinstance(came, ReceivedMessage)
                if came.channel == "situation" or came.message.online:
                    missing.discard((came.channel, came.name))
    finally:
        for one in (engine, bridge):
            one.stop()
        before.stop()
        after.stop()


def test_events_wait_for_the_bus_in_order_while_states_and_samples_dont(kind: str) -> None:
    broker = open_broker(kind)
    broker.start()
    reader = BusClient(url=broker.url, table="t", service=None, wanted=("device_event", "device"))
    bridge = BusClient(url=broker.url, table="t", service=Service.BRIDGE, wanted=())
    vision = BusClient(url=broker.url, table="t", service=Service.VISION, wanted=())
    try:
        reader.start()
        until_connected(reader)
        presses = [DeviceEvent("b", Seconds(float(i)), ButtonPress("end_turn")) for i in range(50)]
        bridge.publish("device", DeviceState("b", "p", connected=True), "b")
        for press in presses:
            bridge.publish("device_event", press, "b")
        vision.publish("look", look(1), "cam")
        assert vision.counters.dropped == 1
        bridge.start()
        until_connected(bridge)
        bridge.publish("device", DeviceState("b", "p", connected=False), "b")
        came = [until(reader, lambda e: isinstance(e, ReceivedMessage)) for _ in range(51)]
        assert [e.message for e in came[:50] if isinstance(e, ReceivedMessage)] == presses
        assert came[50] == ReceivedMessage("device", "b", DeviceState("b", "p", connected=False))
    finally:
        for one in (reader, bridge, vision):
            one.stop()
        broker.stop()


def test_a_flood_of_samples_costs_a_slow_reader_samples_and_no_event(client: Open) -> None:
    engine = client(Service.ENGINE, "look", "device_event")
    vision, bridge = client(Service.VISION), client(Service.BRIDGE)
    for one in (engine, vision, bridge):
        until_connected(one)
    for number in range(2000):
        vision.publish("look", look(number), "cam")
        if number % 100 == 0:
            bridge.publish("device_event", DeviceEvent("b", Seconds(number), ButtonPress("x")), "b")
    bridge.publish("device_event", DeviceEvent("b", Seconds(2000.0), ButtonPress("last")), "b")
    events, looks = 0, []
    while True:
        event = until(engine, lambda e: isinstance(e, ReceivedMessage))
        assert isinstance(event, ReceivedMessage)
        if event.channel == "look":
            looks.append(event.message.sequence)
            continue
        events += 1
        if event.message.content == ButtonPress("last"):
            break
    assert events == 21
    assert looks == sorted(set(looks))


def test_a_message_of_megabytes_comes_through(client: Open) -> None:
    engine, page = client(Service.ENGINE), client(Service.DASHBOARD, "situation")
    until_connected(engine)
    until_connected(page)
    long = Situation("m", 1, watching=True, problem=Phrase("x" * 3_000_000))
    engine.publish("situation", long)
    came = until(page, lambda e: isinstance(e, ReceivedMessage))
    assert isinstance(came, ReceivedMessage)
    assert came.message == long


def test_a_channel_of_another_service_is_refused(client: Open) -> None:
    vision, listener = client(Service.VISION), client(None, "look")
    with pytest.raises(CallerFault, match="sent by engine, not by vision"):
        vision.publish("situation", Situation("m", 1, watching=True))
    with pytest.raises(CallerFault, match="only listens"):
        listener.publish("availability", Availability(online=True), "vision")
    with pytest.raises(CallerFault, match="no channel is called 'rumours'"):
        vision.publish("rumours", Availability(online=True))


def test_an_unreachable_broker_is_said_once_and_tried_on_until_it_is_there(kind: str) -> None:
    port = free_port()
    engine = BusClient(url=f"mqtt://127.0.0.1:{port}", table="t", service=Service.ENGINE, wanted=())
    engine.start()
    broker = open_broker(kind, port=port)
    try:
        first = engine.receive(PATIENCE_S)
        assert isinstance(first, Disconnected)
        assert f"mqtt://127.0.0.1:{port}" in first.reason
        assert engine.problem == first.reason
        assert not engine.wait_connected(0)
        broker.start()
        assert engine.receive(PATIENCE_S) == Connected()
        assert engine.wait_connected(0)
        assert engine.problem == ""
    finally:
        engine.stop()
        broker.stop()


def test_a_client_that_reached_nobody_still_stops() -> None:
    with socket.socket() as silent:
        # Takes connections and never says a word.
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        port = silent.getsockname()[1]
        mute = BusClient(url=f"mqtt://127.0.0.1:{port}", table="t", service=Service.ENGINE, wanted=())
        mute.start()
        mute.stop()
    assert not mute.wait_connected(0)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost",
        "http://host",
        "mqtt://",
        "mqtt://host:port",
        "mqtt://host:0",
        "mqtt://host:70000",
        "mqtt://host/x",
        "mqtt://[::1",
    ],
)
def test_what_is_no_brokers_url_is_refused_with_what_was_expected(url: str) -> None:
    with pytest.raises(InputFault, match=r"expected mqtt://host"):
        BusClient(url=url, table="t", service=Service.ENGINE, wanted=())


def test_a_url_tells_host_port_user_and_password() -> None:
    found = parse_broker_url("mqtt://ann:p%40ss@[fd00::1]:18830/")
    assert found == BrokerAddress("fd00::1", 18830, "ann", "p@ss")
    assert parse_broker_url("mqtt://club.local") == BrokerAddress("club.local", 1883)


def test_no_message_ever_shows_a_password() -> None:
    assert "secret" not in f"{parse_broker_url('mqtt://ann:secret@host')!s}"
    assert "secret" not in f"{parse_broker_url('mqtt://ann:secret@host')!r}"
    with pytest.raises(InputFault) as caught:
        parse_broker_url("mqtt://ann:secret@host:99999")
    assert "secret" not in str(caught.value)


def test_a_name_no_topic_can_carry_is_refused() -> None:
    for name in ("", "x" * 300, "\ud800"):
        with pytest.raises(InputFault, match="table's name"):
            BusClient(url="mqtt://127.0.0.1", table=name, service=Service.ENGINE, wanted=())


class _Stopping:
    """Lets `closing` stop a client."""

    def __init__(self, client: BusClient) -> None:
        self._client = client

    def close(self) -> None:
        self._client.stop()


def test_a_client_that_tries_again_leaves_the_programs_own_chance_alone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        url = f"mqtt://127.0.0.1:{nobody.getsockname()[1]}"
        alone = BusClient(url=url, table="t", service=None, wanted=("match",))
        random.seed(7)
        before = random.getstate()
        with closing(_Stopping(alone)):
            alone.start()
            for _ in range(3):
                nobody.accept()[0].close()
            assert random.getstate() == before
