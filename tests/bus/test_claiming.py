"""Promises of names on a shared broker: one table has a name, and a stopped one leaves nothing."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest
from paho.mqtt.client import Client, MQTTMessage

from dashboard.commands.naming import named_table
from engine.bus.address import parse_broker_url
from engine.bus.broker import Broker, free_port, open_broker
from engine.bus.channels import Service
from engine.bus.claiming import NameClaim
from engine.bus.clearing import clear_table
from engine.bus.client import BusClient
from engine.bus.connection import client_of
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.match import ClockState
from engine.bus.messages.services import TableClaim
from engine.bus.private_broker import IotcoreBroker
from engine.bus.topics import parse_topic, topics_of_table
from engine.core.faults import MissingFault
from tests.patience import PATIENCE_S

Claiming = Callable[..., NameClaim]


@pytest.fixture
def claiming(broker: Broker) -> Iterator[Claiming]:
    """Claims a name for a table on a machine, and waits until it's known who has it."""
    made: list[NameClaim] = []

    def claim(table: str, identity: str, host: str) -> NameClaim:
        made.append(NameClaim(broker.url, table, TableClaim(identity, host)))
        made[-1].start()
        assert made[-1].settled(PATIENCE_S)
        return made[-1]

    yield claim
    for one in made:
        one.release()


def test_the_second_table_learns_who_has_the_name(claiming: Claiming) -> None:
    first, second = claiming("table", "a", "north-hall"), claiming("table", "b", "south-hall")
    assert first.other is None
    assert second.other == TableClaim("a", "north-hall")
    assert claiming("other", "b", "south-hall").other is None


def test_a_name_that_is_given_back_is_free(claiming: Claiming) -> None:
    first = claiming("table", "a", "north-hall")
    first.release()
    assert claiming("table", "b", "south-hall").other is None


def test_a_table_that_comes_back_before_its_old_claim_is_gone_has_its_name(claiming: Claiming) -> None:
    claiming("table", "a", "north-hall")
    assert claiming("table", "a", "north-hall").other is None


def test_a_copy_of_the_table_on_another_machine_is_another_table(claiming: Claiming) -> None:
    claiming("table", "a", "north-hall")
    assert claiming("table", "a", "south-hall").other is not None


def named_to_a_newcomer(broker: Broker) -> str:
    """Return the identity of the table that has the name, as whoever comes now sees it."""
    newcomer = NameClaim(broker.url, "table", TableClaim("new", "south-hall"))
    newcomer.start()
    assert newcomer.settled(PATIENCE_S)
    found = newcomer.other
    newcomer.release()
    return "" if found is None else found.identity


def test_of_many_that_come_at_once_exactly_one_has_the_name(broker: Broker) -> None:
    claims = [NameClaim(broker.url, "table", TableClaim(str(number), f"host{number}")) for number in range(8)]
    for one in claims:
        one.start()
    assert all(one.settled(PATIENCE_S) for one in claims)
    (holder,) = [str(number) for number, one in enumerate(claims) if one.other is None]
    # Of two claims that cross, one is beaten a moment later: whoever looks in this moment names that one.
    until = time.monotonic() + PATIENCE_S
    while (named := named_to_a_newcomer(broker)) != holder:
        assert time.monotonic() < until, named
    while (named_by_all := {one.other.identity for one in claims if one.other is not None}) != {holder}:
        assert time.monotonic() < until, named_by_all
    for one in claims:
        one.release()


def names_of(broker: Broker, folders: list[Path], *, ending: ExitStack) -> list[tuple[str, bool]]:
    found = []
    for folder in folders:
        named = ending.enter_context(
            named_table(broker.url, "table", data=folder, stop=threading.Event(), discovery="homeassistant")
        )
        assert named is not None
        found.append((named.name, bool(named.taken_by)))
    return found


def test_the_second_table_takes_the_next_name_and_keeps_it(broker: Broker, tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    with ExitStack() as ending:
        assert names_of(broker, [first, second], ending=ending) == [("table", False), ("table-2", True)]
    with ExitStack() as ending:
        assert names_of(broker, [second, first], ending=ending) == [("table-2", False), ("table", False)]


def test_a_table_whose_name_was_taken_while_the_broker_was_away_stops(kind: str, tmp_path: Path) -> None:
    port = free_port()
    first = open_broker(kind, port=port)
    first.start()
    with named_table(first.url, "table", data=tmp_path, stop=threading.Event()) as named:
        assert named is not None
        named.expect_kept()
        running, other = first, None
        # It comes at once; whoever was there already waits for a second before trying again, or longer.
        while other is None or other.other is not None:
            if other is not None:
                other.release()
            running.stop()
            running = open_broker(kind, port=port)
            running.start()
            other = NameClaim(running.url, "table", TableClaim("b", "south-hall"))
            other.start()
            assert other.settled(PATIENCE_S)
        with pytest.raises(MissingFault, match="the table on south-hall took the name 'table'"):
            until_fault(named.expect_kept)
        other.release()
    running.stop()


def until_fault(expect: Callable[[], None]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        expect()


@pytest.fixture
def service(broker: Broker) -> Iterator[Callable[[str, Service], BusClient]]:
    """Connects a table's service."""
    made: list[BusClient] = []

    def connect(table: str, service: Service) -> BusClient:
        made.append(BusClient(url=broker.url, table=table, service=service, wanted=("clock",)))
        made[-1].start()
        assert made[-1].wait_connected(PATIENCE_S)
        return made[-1]

    yield connect
    for one in made:
        one.stop()


def kept_of(broker: Broker, table: str) -> list[str]:
    """Return the channels that still have something for whoever comes now."""
    found, answers = set[str](), SimpleQueue[None]()

    def hear(_client: Client, _data: object, message: MQTTMessage) -> None:
        about = parse_topic(message.topic)
        found.add(f"{about.channel.name}/{about.name}")

    address = parse_broker_url(broker.url)
    client = client_of(address, "whoever-comes")
    client.on_message = hear
    client.on_connect = client.on_subscribe = lambda *_: answers.put(None)
    client.connect(address.host, address.port)
    client.loop_start()
    # Its first answer may come before what is kept, the second never does: as when a table is cleared.
    for _ in range(2):
        answers.get(timeout=PATIENCE_S)
        client.subscribe(topics_of_table(table), 0)
    answers.get(timeout=PATIENCE_S)
    client.disconnect()
    client.loop_stop()
    return sorted(found)


def until_kept(broker: Broker, table: str, wanted: list[str]) -> None:
    """Wait until the broker keeps just these: a service doesn't wait until its messages are there."""
    until = time.monotonic() + PATIENCE_S
    while (found := kept_of(broker, table)) != wanted:
        assert time.monotonic() < until, found


def test_a_stopped_table_leaves_nothing_on_the_broker(
    broker: Broker, service: Callable[[str, Service], BusClient]
) -> None:
    engine, other = service("table", Service.ENGINE), service("other", Service.ENGINE)
    engine.publish("clock", ClockState("m"))
    other.publish("clock", ClockState("m"))
    engine.stop()
    until_kept(broker, "table", ["availability/engine", "clock/"])
    assert clear_table(broker.url, "table") == 2
    assert kept_of(broker, "table") == []
    until_kept(broker, "other", ["availability/engine", "clock/"])


def test_more_topics_than_a_broker_sends_without_a_receipt_are_all_cleared(
    broker: Broker, service: Callable[[str, Service], BusClient]
) -> None:
    # The embedded broker hands on a hundred kept messages at most; it is private, and a table keeps fewer.
    count = 60 if isinstance(broker, IotcoreBroker) else 300
    bridge = service("table", Service.BRIDGE)
    pads = [f"pad.{number:03}" for number in range(count)]
    for pad in pads:
        bridge.publish("device", DeviceState(pad, "/dev/ttyACM0", connected=True), pad)
    bridge.stop()
    until_kept(broker, "table", ["availability/bridge", *(f"device/{pad}" for pad in pads)])
    assert clear_table(broker.url, "table") == count + 1
    assert kept_of(broker, "table") == []


def test_a_service_on_another_machine_keeps_its_own(
    broker: Broker, service: Callable[[str, Service], BusClient]
) -> None:
    engine, _vision = service("table", Service.ENGINE), service("table", Service.VISION)
    engine.publish("clock", ClockState("m"))
    engine.stop()
    until_kept(broker, "table", ["availability/engine", "availability/vision", "clock/"])
    clear_table(broker.url, "table")
    assert kept_of(broker, "table") == ["availability/vision"]


def test_a_listener_passes_over_what_was_cleared(
    broker: Broker, service: Callable[[str, Service], BusClient]
) -> None:
    engine, page = service("table", Service.ENGINE), service("table", Service.DASHBOARD)
    engine.publish("clock", ClockState("m"))
    engine.stop()
    clear_table(broker.url, "table")
    assert page.counters.rejected == 0


def test_a_broker_that_isnt_there_is_named() -> None:
    with pytest.raises(MissingFault, match="doesn't say what it keeps"):
        clear_table("mqtt://127.0.0.1:9", "table", within_s=0.1)


def test_a_broker_that_does_not_answer_is_named_once_and_the_wait_ends_with_the_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url, stop, found = f"mqtt://127.0.0.1:{free_port()}", threading.Event(), SimpleQueue[object]()

    def wait() -> None:
        with named_table(url, "table", data=tmp_path, stop=stop) as named:
            found.put(named)

    waiting = threading.Thread(target=wait)
    waiting.start()
    until = time.monotonic() + PATIENCE_S
    while not caplog.messages and time.monotonic() < until:
        time.sleep(0.05)
    stop.set()
    assert found.get(timeout=PATIENCE_S) is None
    waiting.join(PATIENCE_S)
    assert caplog.messages == [f"the broker {url} doesn't answer; trying again until it does"]
