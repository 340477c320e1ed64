"""A bus, a match on it, and the service that shows them."""

from collections.abc import Iterator

import pytest

from engine.bus.messages import Availability
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.registry import open_game
from tests.web.shown_table import SETUP, T0, FakeBus, Match, RunningServer, surface_message


@pytest.fixture
def match() -> Match:
    """The position that the reference footage begins with."""
    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    return Match(game, game.initial(entry_of(SETUP)))


@pytest.fixture
def bus() -> FakeBus:
    """A bus that is there, on which nobody has spoken yet."""
    made = FakeBus()
    made.connect()
    return made


@pytest.fixture
def table(bus: FakeBus, match: Match) -> FakeBus:
    """A bus on which the engine and vision have told a whole match."""
    bus.tell("availability", Availability(online=True, since=T0), "engine")
    bus.tell("availability", Availability(online=True, since=T0), "vision")
    bus.tell("surface", surface_message())
    match.tell(bus)
    return bus


@pytest.fixture
def server(bus: FakeBus) -> Iterator[RunningServer]:
    """The service, running on a free port; what `bus` tells, it shows."""
    running = RunningServer(bus)
    running.start()
    yield running
    running.stop()
