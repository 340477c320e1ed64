"""Messages of tables, for the tests of a hall."""

from typing import Any

from engine.bus.all_tables import TableWord
from engine.bus.channels import Service
from engine.bus.messages.match import ClockState, SeatTime, Surface
from engine.bus.messages.services import Availability, TableClaim
from engine.core.ids import Seat

BROKER = "north:1883"


def of(table: str, channel: str, message: Any, name: str = "", *, broker: str = BROKER) -> TableWord:
    """Return a message of a table."""
    return TableWord(broker, table, channel, name, message)


def service(table: str, which: Service = Service.ENGINE, *, online: bool = True) -> TableWord:
    """Return the word of a table's service that it's there, or isn't any more."""
    return of(table, "availability", Availability(online=online), which)


def claim(table: str, *, pages: str = "http://10.0.0.7:8321/", delay_s: float = 0.0) -> TableWord:
    """Return a table's claim to its name."""
    return of(table, "claim", TableClaim(f"id of {table}", "oak", 5.0, pages, delay_s))


def surface(board: str = "mativen") -> Surface:
    """Return a field without cells."""
    return Surface(board, (700.0, 600.0), ())


def clock(left_s: float) -> ClockState:
    """Return the time of a match with one seat."""
    return ClockState("m1", "30m", (SeatTime(Seat("west"), left_s, runs=True),))
