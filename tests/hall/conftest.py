"""A broker with tables on it, and a hall that shows them."""

from collections.abc import Callable, Iterator

import pytest

from engine.bus.broker import Broker, open_broker
from tests.hall.running import BusTable, RunningHall, running_hall
from tests.web.conftest import game, match, page, pages_as_bundled

__all__ = ["game", "match", "page", "pages_as_bundled"]

Opening = Callable[..., BusTable]


@pytest.fixture
def broker() -> Iterator[Broker]:
    """A private broker that runs."""
    opened = open_broker("embedded")
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture
def opening(broker: Broker) -> Iterator[Opening]:
    """Opens tables on the broker."""
    made: list[BusTable] = []

    def opened(name: str, **more: object) -> BusTable:
        made.append(BusTable(broker.url, name, **more))  # type: ignore[arg-type] # a table's own further words
        return made[-1]

    yield opened
    for table in made:
        table.stop()


@pytest.fixture
def hall(broker: Broker) -> Iterator[RunningHall]:
    """A hall of that broker."""
    with running_hall(broker.url) as running:
        yield running
