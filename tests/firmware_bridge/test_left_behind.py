"""Boards that somebody announced on the bus leave no lasting trouble."""

import time

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from engine.bus.address import parse_broker_url
from engine.bus.broker import Broker
from engine.bus.channels import BY_NAME, Service
from engine.bus.cleared import Cleared
from engine.bus.client import BusClient, Connected, ReceivedMessage
from engine.bus.codec import encode
from engine.bus.messages.boards import DeviceState
from engine.bus.topics import topic_of
from engine.core.ids import Cell, Seconds
from firmware_bridge.left_behind import FORGOTTEN_AFTER, MOST_LEFT, LeftBehind
from tests.firmware_bridge.bridges import Running
from tests.patience import PATIENCE_S

DEVICE = BY_NAME["device"]
ANNOUNCED = 200


def test_a_device_that_stays_away_is_waited_for_no_longer_than_promised() -> None:
    left = LeftBehind()
    assert left.note("pad.west", now=0.0)
    assert not left.overdue(now=FORGOTTEN_AFTER - 0.1)
    assert left.overdue(now=FORGOTTEN_AFTER) == ("pad.west",)
    assert not left.waits_for("pad.west")


def test_a_device_that_came_back_is_not_forgotten() -> None:
    left = LeftBehind()
    left.note("pad.west", now=0.0)
    assert left.back("pad.west")
    assert left.overdue(now=Seconds(1000.0)) == ()


def test_saying_again_that_a_device_is_there_makes_nobody_wait_longer() -> None:
    left = LeftBehind()
    left.note("pad.west", now=0.0)
    left.note("pad.west", now=50.0)
    assert left.overdue(now=FORGOTTEN_AFTER) == ("pad.west",)


def _announcer(broker: Broker) -> Client:
    address = parse_broker_url(broker.url)
    client = Client(CallbackAPIVersion.VERSION2)
    client.connect(address.host, address.port)
    client.loop_start()
    return client


def _announce(client: Client, table: str, number: int) -> None:
    state = DeviceState(f"board{number}", "", connected=True, switched=(Cell("a1"),))
    sent = client.publish(
        topic_of(DEVICE, table=table, name=state.device), encode(DEVICE, state), qos=1, retain=True
    )
    sent.wait_for_publish(PATIENCE_S)


def _until(bus: BusClient, states: dict[str, DeviceState], *, most: int) -> None:
    until = time.monotonic() + PATIENCE_S
    came = False
    while not came or len(states) > most or any(one.connected for one in states.values()):
        match bus.receive(PATIENCE_S):
            case ReceivedMessage("device", name, DeviceState() as state):
                came = True
                states[name] = state
            case ReceivedMessage("device", name, Cleared()):
                states.pop(name, None)
            case Connected():
                pass
            case None:
                pytest.fail(f"nothing more came; {len(states)} devices are still there")
            case _:
                pass
        assert time.monotonic() < until


def test_200_announced_boards_are_taken_off_the_bus_but_for_a_few_that_are_away(
    broker: Broker, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = _announcer(broker)
    for number in range(ANNOUNCED):
        _announce(client, table, number)
    client.disconnect()
    client.loop_stop()
    bus = BusClient(url=broker.url, table=table, service=Service.DASHBOARD, wanted=("device",))
    bus.start()
    states: dict[str, DeviceState] = {}
    with Running(broker, table):
        _until(bus, states, most=MOST_LEFT)
    bus.stop()
    said = [one.getMessage() for one in caplog.records if "taken off" in one.getMessage()]
    assert len(said) == 1
