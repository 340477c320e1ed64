"""A hall's links are its own, whatever its tables are called."""

from pathlib import Path

import pytest

from dashboard.commands.arbiters_page import ArbitersPage
from dashboard.commands.hall import arbiters_page
from dashboard.web.seats.seating import Role, Seating
from engine.core.faults import InputFault


def _end(page: ArbitersPage) -> str:
    return page.address.rpartition("#join=")[2]


def _expect_strange(seating: Seating, link: str) -> None:
    with pytest.raises(InputFault):
        seating.place_of(link)


def test_a_table_with_the_halls_name_has_no_link_to_the_hall(tmp_path: Path) -> None:
    hall = arbiters_page("http://127.0.0.1:8320/", tmp_path)
    table = ArbitersPage("http://127.0.0.1:8321/", tmp_path, "hall")
    assert hall.seating.place_of(_end(hall)).role is Role.ARBITER
    _expect_strange(hall.seating, _end(table))
    _expect_strange(table.seating, _end(hall))
