"""A server of pages for phones, and the browsers that open them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import browser, bus, game, match, page, table
from tests.web.shown_table import FakeBus, RunningServer

__all__ = ["browser", "bus", "game", "match", "page", "table"]


@pytest.fixture
def server(bus: FakeBus, tmp_path: Path) -> Iterator[RunningServer]:
    """The service with a data folder: the cameras' service finds its phones there."""
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    yield running
    running.stop()
