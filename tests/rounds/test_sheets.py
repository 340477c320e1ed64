"""Promises of the lists: what comes in as CSV goes out as CSV, and no cell is a formula."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.rounds.sheets import pairings_out, people_in, people_out, standings_out
from dashboard.rounds.tournament import NAME_LIMIT, PEOPLE_LIMIT, System, opened
from engine.core.faults import InputFault
from engine.session.playing.player_names import looks_of, parse_readable
from tests.rounds.test_grouping import groups
from tests.rounds.test_pairing import swiss

NAMES = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=20).filter(
    lambda name: name.casefold() not in ("name", "tên", "名前") and _is_readable(name)
)


def _is_readable(name: str) -> bool:
    try:
        return parse_readable(name, NAME_LIMIT) == name
    except InputFault:
        return False


def _seen(name: str) -> str:
    return looks_of(name)[0]


def _drawn(name: str) -> str:
    return looks_of(name)[1]


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


@given(st.lists(NAMES, min_size=2, max_size=12, unique_by=(_seen, _drawn)))
def test_a_list_of_people_comes_back_as_it_went(names: list[str]) -> None:
    assert people_in(people_out(opened("Autumn", System.SWISS, tuple(names)))) == tuple(names)


def test_people_come_as_lines_or_as_the_first_column_with_a_heading_or_without() -> None:
    assert people_in("Ana\n\n  Bình \nCường") == ("Ana", "Bình", "Cường")
    assert people_in('\ufeffName,Club\r\n"Lee, Ana",North\r\nBình,South\r\n') == ("Lee, Ana", "Bình")


def test_a_name_that_a_spreadsheet_would_reckon_gets_a_quote() -> None:
    text = people_out(opened("Autumn", System.SWISS, ("=1+1", "Ana")))
    assert rows(text) == [["name"], ["'=1+1"], ["Ana"]]


def test_the_lists_have_every_pairing_and_everybody() -> None:
    tournament = swiss(5, 3, 2)
    heading, *found = rows(pairings_out(tournament))
    assert heading == ["round", "table", "first", "second", "result"]
    assert len(found) == sum(1 for _ in tournament.pairings())
    assert {row[4] for row in found if row[3]} <= {"first", "second", "drawn"}
    assert [row[1] for row in rows(standings_out(tournament))[1:]] != []
    assert {row[1] for row in rows(standings_out(tournament))[1:]} == set(tournament.people)


def test_the_lists_of_groups_have_each_person_with_seat_place_and_points() -> None:
    tournament = groups(7, 3, 2, 5)
    heading, *found = rows(pairings_out(tournament))
    assert heading == ["round", "table", "seat", "name", "place", "points"]
    assert sorted((row[0], row[3]) for row in found) == sorted(
        (str(number), name) for number in (1, 2) for name in tournament.people
    )
    points = dict.fromkeys(tournament.people, 0.0)
    for row in found:
        points[row[3]] += float(row[5])
    heading, *lines = rows(standings_out(tournament))
    assert heading == ["place", "name", "points", "first_places", "opponents_points", "played"]
    assert {row[1]: float(row[2]) for row in lines} == pytest.approx(points)


def test_a_list_that_is_too_long_is_refused() -> None:
    with pytest.raises(InputFault, match=f"2 to {PEOPLE_LIMIT} people"):
        people_in("\n".join(f"P{n}" for n in range(PEOPLE_LIMIT + 1)))
