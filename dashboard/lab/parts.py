"""The parts of `boardwarden bench`, with their functions and the times that they take."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from dashboard.lab.board import bench_board
from dashboard.lab.dashboard import QUICK, WHOLE, bench_dashboard
from dashboard.lab.engine import bench_engine
from dashboard.lab.films.card import bench_films
from dashboard.lab.hall import bench_hall
from dashboard.lab.phones import bench_phones
from dashboard.lab.records import bench_records
from dashboard.lab.referee import bench_referee
from dashboard.lab.table import bench_table
from dashboard.lab.vision import bench_vision


class Measure(Protocol):
    """A function that measures one part of Boardwarden."""

    def __call__(self, *, quick: bool = False) -> Iterable[dict[str, Any]]:
        """Return the rows, each with `what`, `value`, and `holds` if the value has a goal."""


@dataclass(frozen=True, slots=True)
class BenchPart:
    """One part of the bench, with the times that it takes on two idle cores."""

    measure: Measure
    """The function that measures the part."""
    lasts_s: int
    """The time of the whole part, in seconds."""
    quick_s: int
    """The time of the part with `--quick`, in seconds."""


def _dashboard(*, quick: bool = False) -> Iterable[dict[str, Any]]:
    return bench_dashboard(QUICK if quick else WHOLE)


PARTS: dict[str, BenchPart] = {
    "vision": BenchPart(bench_vision, 40, 12),
    "engine": BenchPart(bench_engine, 60, 10),
    "referee": BenchPart(bench_referee, 600, 20),
    "table": BenchPart(bench_table, 240, 30),
    "phones": BenchPart(bench_phones, 200, 30),
    "hall": BenchPart(bench_hall, 200, 30),
    "board": BenchPart(bench_board, 90, 20),
    "records": BenchPart(bench_records, 120, 15),
    "dashboard": BenchPart(_dashboard, 300, 25),
    "films": BenchPart(bench_films, 10_000, 30),
}
