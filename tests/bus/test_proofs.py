"""Only services with the table's key speak for its engine or order it, and each message counts once."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import msgspec
import pytest
from paho.mqtt.client import Client, MQTTMessage

from dashboard.web.health.vitals import Vitals
from engine.bus.address import parse_broker_url
from engine.bus.broker import Broker
from engine.bus.channels import BY_NAME, Service
from engine.bus.client import BusClient, BusEvent, Connected, ReceivedMessage, Rejected
from engine.bus.codec import decode, encode
from engine.bus.connection import client_of
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import Situation, Surface
from engine.bus.proofs import MessageProofs, StaleFault, UnprovenFault
from engine.core.ids import Seconds
from tests.patience import PATIENCE_S

KEY, OTHER = bytes(range(32)), bytes(32)
MATCH_LINE, VERDICT, COMMAND = BY_NAME["situation"], BY_NAME["answer"], BY_NAME["command"]
TOPIC = "boardwarden/t/engine/situation"
ORDERS = "boardwarden/t/engine/command"
SAID = encode(MATCH_LINE, Situation("m", 3, watching=True))
PAUSE = encode(COMMAND, Command("c1", CommandKind.PAUSE, 3))


def engine_at(second: float = 1000.0, key: bytes = KEY) -> MessageProofs:
    return MessageProofs(key, table="t", wall=lambda: second)


def heard(reader: MessageProofs, message: bytes, topic: str = TOPIC, channel: str = "situation") -> int:
    return reader.expect_proof(BY_NAME[channel], topic, message, engine=False)


def test_a_proven_message_reads_as_before_to_whoever_knows_no_key() -> None:
    proven = engine_at().proven(MATCH_LINE, TOPIC, SAID)
    assert decode(MATCH_LINE, proven) == Situation("m", 3, watching=True)
    assert "proof" in msgspec.json.decode(proven)
    assert heard(engine_at(), proven)
    look = BY_NAME["look"]
    assert engine_at().proven(look, "x", b"{}") == b"{}", "what anybody may send bears none"
    assert heard(engine_at(), b"{}", channel="look") == 0


def test_a_message_without_this_tables_proof_for_this_topic_is_passed_over() -> None:
    proven = engine_at().proven(MATCH_LINE, TOPIC, SAID)
    forged = {
        "none": SAID,
        "another key's": engine_at(key=OTHER).proven(MATCH_LINE, TOPIC, SAID),
        "another table's": MessageProofs(KEY, table="u").proven(MATCH_LINE, TOPIC, SAID),
        "another topic's": engine_at().proven(MATCH_LINE, f"{TOPIC}x", SAID),
        "another revision's": proven.replace(b'"revision":3', b'"revision":9'),
        "another number's": re.sub(rb'"proof":"(\d+)\.1\.', rb'"proof":"\1.2.', proven),
        "one with more behind it": proven + b" ",
        "a proof alone": proven[proven.index(b',"proof"') :],
    }
    taken = []
    for what, message in forged.items():
        with suppress(UnprovenFault):
            heard(engine_at(), message)
            taken.append(what)
    assert taken == []


def test_an_older_message_is_never_taken_for_the_newest() -> None:
    engine, reader = engine_at(), engine_at()
    first, second = (engine.proven(MATCH_LINE, TOPIC, SAID) for _ in range(2))
    answer = engine.proven(VERDICT, "a", SAID)
    heard(reader, second)
    heard(reader, second)  # a broker brings a kept state again
    heard(reader, answer, "a", "answer")
    for message, topic, channel in ((first, TOPIC, "situation"), (answer, "a", "answer")):
        with pytest.raises(StaleFault):
            heard(reader, message, topic, channel)
    later = engine_at(1001.0)
    heard(reader, later.proven(MATCH_LINE, "b", SAID), "b")
    with pytest.raises(StaleFault, match="started before"):
        heard(reader, engine.proven(MATCH_LINE, TOPIC, SAID))
    reader.start_over()
    assert heard(reader, engine.proven(MATCH_LINE, TOPIC, SAID))


def ordered(dashboard: MessageProofs, engine: MessageProofs) -> bytes:
    """Return an order by a dashboard that has heard this engine."""
    heard(dashboard, engine.proven(MATCH_LINE, TOPIC, SAID))
    return dashboard.proven(COMMAND, ORDERS, PAUSE)


def obeyed(engine: MessageProofs, message: bytes) -> None:
    engine.expect_proof(COMMAND, ORDERS, message, engine=True)


def test_an_order_is_carried_out_once_and_by_the_engine_that_it_was_meant_for() -> None:
    engine, dashboard = engine_at(), engine_at(990.0)
    order = ordered(dashboard, engine)
    with pytest.raises(StaleFault):
        obeyed(engine_at(1001.0), order)
    obeyed(engine, order)
    with pytest.raises(StaleFault):
        obeyed(engine, order)
    with pytest.raises(UnprovenFault):
        obeyed(engine, PAUSE)
    obeyed(engine, dashboard.proven(COMMAND, ORDERS, PAUSE))


def test_an_order_of_a_dashboard_long_gone_stays_void() -> None:
    engine = engine_at()
    first = ordered(engine_at(1.0), engine)
    obeyed(engine, first)
    for start in range(2, 100):
        obeyed(engine, ordered(engine_at(float(start)), engine))
    with pytest.raises(StaleFault):
        obeyed(engine, first)


@pytest.fixture
def service(broker: Broker) -> Iterator[Callable[..., BusClient]]:
    """Connects a service that proves what it says, and believes only what is proven."""
    made: list[BusClient] = []

    def connect(kind: Service, *wanted: str, wall: float | None = None) -> BusClient:
        proofs = MessageProofs(KEY, table="t") if wall is None else engine_at(wall)
        made.append(BusClient(url=broker.url, table="t", service=kind, wanted=wanted, proofs=proofs))
        made[-1].start()
        until(made[-1], lambda event: isinstance(event, Connected))
        return made[-1]

    yield connect
    for one in made:
        one.stop()


def until(client: BusClient, found: Callable[[BusEvent], bool]) -> BusEvent:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        event = client.receive(0.5)
        if event is not None and found(event):
            return event
    raise AssertionError("it never came")


class Rogue:
    """Somebody on the bus without the key, who has heard everything."""

    def __init__(self, broker: Broker) -> None:
        self.heard: dict[str, list[bytes]] = {}
        self._client = client_of(parse_broker_url(broker.url), "rogue")
        self._client.on_message = self._took
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        address = parse_broker_url(broker.url)
        self._client.connect(address.host, address.port)
        self._client.loop_start()

    def _took(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.heard.setdefault(message.topic, []).append(bytes(message.payload))

    def has(self, topic: str, count: int = 1) -> list[bytes]:
        """Return the messages on a topic, once there are as many as `count`."""
        end = time.monotonic() + PATIENCE_S
        while len(self.heard.get(topic, ())) < count:
            assert time.monotonic() < end, f"nothing on {topic}"
            time.sleep(0.01)
        return self.heard[topic]

    def says(self, topic: str, payload: bytes) -> None:
        self._client.publish(topic, payload, qos=1, retain=True).wait_for_publish(PATIENCE_S)

    def leaves(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def test_a_forger_on_a_real_bus_is_neither_shown_nor_obeyed(
    broker: Broker, service: Callable[..., BusClient]
) -> None:
    rogue = Rogue(broker)
    engine = service(Service.ENGINE, "command")
    dashboard = service(Service.DASHBOARD, "situation")

    def shown() -> int:
        event = until(dashboard, lambda one: isinstance(one, ReceivedMessage))
        assert isinstance(event, ReceivedMessage)
        return int(event.message.revision)

    for revision in (1, 2):
        engine.publish("situation", Situation("m", revision, watching=True))
        assert shown() == revision
    old = rogue.has(TOPIC, 2)[0]
    rogue.says(TOPIC, encode(MATCH_LINE, Situation("m", 99, watching=True)))
    assert isinstance(refused := until(dashboard, lambda one: isinstance(one, Rejected)), Rejected)
    assert refused.unproven
    rogue.says(TOPIC, old)
    engine.publish("situation", Situation("m", 3, watching=True))
    assert shown() == 3, "neither the forged state nor the old one was shown before it"

    dashboard.publish("command", Command("c1", CommandKind.PAUSE, 3))
    (order,) = rogue.has(ORDERS)
    rogue.says(ORDERS, order)
    rogue.says(ORDERS, encode(COMMAND, Command("evil", CommandKind.ADJUDICATE, 3)))
    dashboard.publish("command", Command("c2", CommandKind.RESUME, 3))
    taken = []
    while "c2" not in taken:
        event = until(engine, lambda one: isinstance(one, ReceivedMessage))
        assert isinstance(event, ReceivedMessage)
        taken.append(event.message.id)
    assert taken == ["c1", "c2"]
    rogue.leaves()


def test_an_engine_whose_clock_was_set_back_is_believed_after_its_restart(
    service: Callable[..., BusClient],
) -> None:
    def begins(engine: BusClient, revision: int) -> None:
        engine.publish("surface", Surface("b", (1.0, 1.0), ()))
        engine.publish("situation", Situation("m", revision, watching=True))

    def revision_is(revision: int) -> Callable[[BusEvent], bool]:
        return lambda one: isinstance(one, ReceivedMessage) and one.message.revision == revision

    dashboard = service(Service.DASHBOARD, "situation")
    first = service(Service.ENGINE, wall=2_000_000_000.0)
    begins(first, 1)
    until(dashboard, revision_is(1))
    first.stop()
    second = service(Service.ENGINE, wall=1_000_000_000.0)
    begins(second, 2)
    until(
        second, lambda event: isinstance(event, Connected)
    )  # it has heard of a later run, and says all again
    begins(second, 3)
    until(dashboard, revision_is(3))


def test_the_health_page_says_for_a_minute_that_somebody_speaks_in_the_engines_name() -> None:
    vitals = Vitals()
    vitals.doubts(now=Seconds(1000.0))
    for at, said in ((1001.0, True), (1070.0, False)):
        report = vitals.report(now=Seconds(at), connected=True, disk=None)
        assert any("in the engine's name" in one for one in report["troubles"]) is said


def test_a_command_names_the_run_that_it_was_meant_for_though_its_message_is_the_same() -> None:
    engine, dashboard = engine_at(), engine_at(990.0)
    order = ordered(dashboard, engine)
    assert decode(COMMAND, order) == decode(COMMAND, PAUSE)
    assert f".{engine.run}.".encode() in order
