"""Promises of a tournament's value: who is in it, what may be written down."""

import pytest

from dashboard.rounds.tournament import Pairing, Result, System, opened, with_gone, with_result, with_round
from engine.core.faults import InputFault
from engine.core.ids import Seconds

NOW = Seconds(1.0)


@pytest.mark.parametrize(
    ("people", "why"),
    [
        (("Ana",), "2 to 200 people; this one has 1"),
        (("Ana", " "), "1 to 60 characters"),
        (("Ana", "x" * 61), "60"),
        (("Ana", "Ana "), "'Ana' is there twice"),
        (("Ana", "ANA"), "'ANA' is there twice"),
        (("Ana", "\uff21\uff4e\uff41"), "is there twice"),
        (("Ana", "\u0410na"), "is there twice"),
        (("Ana", "A\u200bna"), r"U\+200B"),
        (("Ana", "Bo\u202egnp"), r"U\+202E"),
        (("Ana", "Bo\x00b"), r"U\+0000"),
        (("Ana", "Bo\x1b[2J"), r"U\+001B"),
    ],
)
def test_people_who_cant_play_a_tournament_are_refused(people: tuple[str, ...], why: str) -> None:
    with pytest.raises(InputFault, match=why):
        opened("Autumn", System.SWISS, people)


def test_tables_are_handed_out_in_order_and_a_bye_takes_none() -> None:
    tournament = opened("Autumn", System.SWISS, ("A", "B", "C", "D", "E", "F", "G"), ("T1", " ", "T2", "T1"))
    pairings = (Pairing("G", None), Pairing("A", "B"), Pairing("C", "D"), Pairing("E", "F"))
    placed = with_round(tournament, pairings, now=NOW).rounds[-1].pairings
    assert [one.table for one in placed] == ["", "T1", "T2", ""]


def test_a_result_is_written_down_and_taken_back_in_the_last_round_alone() -> None:
    tournament = with_round(opened("Autumn", System.SWISS, ("A", "B")), (Pairing("A", "B"),), now=NOW)
    settled = with_result(tournament, "A", "B", Result.DRAWN)
    assert (tournament.is_settled, settled.is_settled) == (False, True)
    assert with_result(settled, "A", "B", None) == tournament
    with pytest.raises(InputFault, match="no pairing of B and A"):
        with_result(settled, "B", "A", Result.FIRST)
    later = with_round(settled, (Pairing("B", "A"),), now=NOW)
    with pytest.raises(InputFault, match="no pairing of A and B"):
        with_result(later, "A", "B", Result.FIRST)


def test_a_knock_out_isnt_drawn() -> None:
    tournament = with_round(opened("Autumn", System.KNOCK_OUT, ("A", "B")), (Pairing("A", "B"),), now=NOW)
    with pytest.raises(InputFault, match="needs a winner"):
        with_result(tournament, "A", "B", Result.DRAWN)


def test_nobody_leaves_who_isnt_there() -> None:
    with pytest.raises(InputFault, match="is called 'C'"):
        with_gone(opened("Autumn", System.SWISS, ("A", "B")), "C", gone=True)


@pytest.mark.parametrize(
    ("name", "tables"),
    [("Cup\u202e", ()), ("Cup", ("oak", "e\x1b[2Jlm")), ("Cup", ("t" * 61,)), ("x" * 61, ())],
)
def test_no_line_shows_a_misleading_name_of_a_tournament_or_a_table(
    name: str, tables: tuple[str, ...]
) -> None:
    with pytest.raises(InputFault):
        opened(name, System.SWISS, ("Ana", "Bob"), tables)
