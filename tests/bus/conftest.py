"""Real brokers for the tests of the bus: every test that takes one runs on each kind."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from engine.bus.broker import Broker, open_broker


@pytest.fixture(params=["mosquitto", "iotcore"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of a private broker; skips where it isn't installed."""
    if request.param == "mosquitto":
        request.getfixturevalue("mosquitto")
    elif find_spec("iotcore") is None:
        pytest.skip("iotcore isn't installed; python -m pip install iotcore")
    return str(request.param)


@pytest.fixture
def broker(kind: str) -> Iterator[Broker]:
    """A private broker that runs."""
    opened = open_broker(kind)
    opened.start()
    yield opened
    opened.stop()
