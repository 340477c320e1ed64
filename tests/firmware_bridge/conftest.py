"""The parts that tests of the bridge share.

Generated ones are judged by what they find, never by how long this machine takes for one.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from engine.bus.broker import Broker, open_broker
from engine.core.faults import MissingFault
from firmware_bridge.simulated.board import SimulatedBoard
from tests.firmware_bridge.bridges import Watcher, watched
from tests.firmware_bridge.strangers import Somebody

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    try:
        opened = open_broker("embedded")
    except MissingFault as fault:
        pytest.skip(str(fault))
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard()
    yield simulated
    simulated.stop()


@pytest.fixture
def table(request: pytest.FixtureRequest) -> str:
    return f"table of {request.node.name}"[:100]


@pytest.fixture
def watcher(broker: Broker, table: str) -> Iterator[Watcher]:
    bus = watched(broker, table)
    yield Watcher(bus)
    bus.stop()


@pytest.fixture
def somebody(broker: Broker) -> Iterator[Somebody]:
    one = Somebody(broker)
    yield one
    one.stop()
