"""A server of pages with a data folder, and a match whose pieces are somebody's own."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.terms import Terms
from tests.web.conftest import browser, bus, game, match, page, table
from tests.web.shown_table import FakeBus, Match, RunningServer

__all__ = ["browser", "bus", "game", "match", "page", "table"]

TERMS = Terms("dozen_war", "mativen", "mativen-pieces")
"""The terms of that match."""


@pytest.fixture
def server(table: FakeBus, match: Match, tmp_path: Path) -> Iterator[RunningServer]:
    table.tell("match", replace(match.message(), terms=TERMS))
    running = RunningServer(table, matches=tmp_path)
    running.start()
    yield running
    running.stop()
