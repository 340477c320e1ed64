"""Promises of an ear on every table of a broker: it hears what each says to everybody, claims first."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from engine.bus.address import parse_broker_url
from engine.bus.all_tables import AllTables, BrokerCame, BrokerWent, TablesEvent, TableWord
from engine.bus.broker import Broker, free_port
from engine.bus.channels import BY_NAME, Service
from engine.bus.claiming import NameClaim
from engine.bus.client import BusClient
from engine.bus.codec import encode
from engine.bus.connection import client_of
from engine.bus.inbox import Inbox
from engine.bus.messages.match import ClockState
from engine.bus.messages.services import Availability, TableClaim
from engine.bus.topics import topic_of
from engine.core.faults import InputFault
from tests.patience import PATIENCE_S

WANTED = ("availability", "clock")
MANY = 40
LARGEST_HALL = 1_500

Event = TypeVar("Event", bound=TablesEvent)
Listening = Callable[[str], Inbox[TablesEvent]]


@pytest.fixture
def listening() -> Iterator[Listening]:
    """Starts an ear on a broker; returns what it hears."""
    made: list[tuple[AllTables, Inbox[TablesEvent]]] = []

    def start(url: str) -> Inbox[TablesEvent]:
        inbox: Inbox[TablesEvent] = Inbox()
        made.append((AllTables(url, WANTED, inbox), inbox))
        made[-1][0].start()
        return inbox

    yield start
    for ear, inbox in made:
        inbox.close()
        ear.stop()


@pytest.fixture
def engines(broker: Broker) -> Iterator[Callable[[str], BusClient]]:
    """Starts a table's engine, as far as the bus knows of it."""
    made: list[BusClient] = []

    def start(table: str) -> BusClient:
        made.append(BusClient(url=broker.url, table=table, service=Service.ENGINE, wanted=()))
        made[-1].start()
        assert made[-1].wait_connected(PATIENCE_S)
        return made[-1]

    yield start
    for one in made:
        one.stop()


def heard(inbox: Inbox[TablesEvent], is_it: Callable[[TableWord], bool]) -> TableWord:
    """Return the next message of a kind."""
    while True:
        event = inbox.get(PATIENCE_S)
        assert event is not None, "it wasn't heard"
        if isinstance(event, TableWord) and is_it(event):
            return event


def test_it_hears_every_table_whatever_it_is_called(
    broker: Broker, listening: Listening, engines: Callable[[str], BusClient]
) -> None:
    inbox = listening(broker.url)
    names = ("oak", "Bàn 3/4", "卓 #1")
    for name in names:
        engines(name).publish("clock", ClockState("m1"))
    assert {heard(inbox, lambda one: one.channel == "clock").table for _ in names} == set(names)


def test_it_hears_a_table_that_was_there_before_and_that_it_goes(
    broker: Broker, listening: Listening, engines: Callable[[str], BusClient]
) -> None:
    engine = engines("oak")
    inbox = listening(broker.url)
    assert isinstance(inbox.get(PATIENCE_S), BrokerCame)
    there = heard(inbox, lambda one: one.channel == "availability")
    assert (there.table, there.name, there.message.online) == ("oak", "engine", True)
    engine.stop()
    gone = heard(inbox, lambda one: isinstance(one.message, Availability) and not one.message.online)
    assert (gone.table, gone.name) == ("oak", "engine")


def test_all_claims_come_before_any_play(
    broker: Broker, listening: Listening, engines: Callable[[str], BusClient]
) -> None:
    claims = [NameClaim(broker.url, f"t{n}", TableClaim(f"id{n}", "oak", delay_s=60.0)) for n in range(MANY)]
    for claim in claims:
        claim.start()
    assert all(claim.settled(PATIENCE_S) for claim in claims)
    for n in range(3):
        engines(f"t{n}").publish("clock", ClockState("m1"))
    witness = listening(broker.url)
    for _ in range(3):
        heard(witness, lambda one: one.channel == "clock")
    inbox = listening(broker.url)
    order: list[str] = []
    while order.count("clock") < 3:
        order.append(heard(inbox, lambda one: one.channel in ("claim", "clock")).channel)
    assert order[: order.index("clock")] == ["claim"] * MANY
    for claim in claims:
        claim.release()
    freed = heard(inbox, lambda one: one.channel == "claim" and one.message is None)
    assert freed.table in {f"t{n}" for n in range(MANY)}


def test_whoever_comes_late_hears_all_tables_of_the_largest_hall(
    broker: Broker, listening: Listening
) -> None:
    address, tables = parse_broker_url(broker.url), {f"t{n}" for n in range(LARGEST_HALL)}
    stranger = client_of(address, "tables")
    stranger.connect("127.0.0.1", address.port)
    stranger.loop_start()
    clock = encode(BY_NAME["clock"], ClockState("m1"))
    for table in sorted(tables):
        sent = stranger.publish(topic_of(BY_NAME["clock"], table=table), clock, qos=1, retain=True)
        sent.wait_for_publish(PATIENCE_S)
    inbox = listening(broker.url)
    late = {heard(inbox, lambda one: one.channel == "clock").table for _ in tables}
    stranger.disconnect()
    stranger.loop_stop()
    assert late == tables


def test_a_broker_that_goes_and_comes_back_is_said_each_time_once(
    broker: Broker, listening: Listening
) -> None:
    inbox = listening(broker.url)
    came = inbox.get(PATIENCE_S)
    assert isinstance(came, BrokerCame)
    broker.stop()
    went = inbox.get(PATIENCE_S)
    assert isinstance(went, BrokerWent)
    assert (went.broker, came.broker in str(went.reason)) == (came.broker, True)
    broker.start()
    again = inbox.get(PATIENCE_S)
    assert isinstance(again, BrokerCame), again


def test_a_broker_that_nobody_runs_is_said_without_its_password(listening: Listening) -> None:
    port = free_port()
    inbox = listening(f"mqtt://club:secret@127.0.0.1:{port}")
    went = inbox.get(PATIENCE_S)
    assert isinstance(went, BrokerWent)
    assert went.broker == f"127.0.0.1:{port}"
    assert "secret" not in str(went.reason)


def test_rubbish_is_passed_over(
    broker: Broker, listening: Listening, engines: Callable[[str], BusClient]
) -> None:
    inbox = listening(broker.url)
    stranger = client_of(parse_broker_url(broker.url), "stranger")
    stranger.connect("127.0.0.1", parse_broker_url(broker.url).port)
    stranger.loop_start()
    for topic, payload in (("engine/clock", b"{"), ("%zz", b"{}"), ("engine/clock", b"[]")):
        stranger.publish(f"boardwarden/oak/{topic}", payload, qos=1).wait_for_publish(PATIENCE_S)
    stranger.disconnect()
    stranger.loop_stop()
    engines("oak").publish("clock", ClockState("m2"))
    assert heard(inbox, lambda one: one.channel == "clock").message.match == "m2"


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(InputFault, match="expected mqtt://"):
        AllTables("http://here", WANTED, Inbox())
