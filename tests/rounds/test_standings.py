"""Promises of the standings: points, then the strength of the opponents, then the matches between equals."""

from hypothesis import given
from hypothesis import strategies as st

from dashboard.rounds.standings import standings
from dashboard.rounds.tournament import Pairing, Result, System, Tournament, opened, with_gone, with_round
from engine.core.ids import Seconds
from tests.rounds.test_pairing import swiss

FIRST, SECOND, DRAWN = Result.FIRST, Result.SECOND, Result.DRAWN


def after(people: str, *rounds: tuple[tuple[str, str | None, Result | None], ...]) -> Tournament:
    tournament = opened("Autumn", System.SWISS, tuple(people))
    for each in rounds:
        pairings = tuple(Pairing(first, second, result) for first, second, result in each)
        tournament = with_round(tournament, pairings, now=Seconds(1.0))
    return tournament


def lines(tournament: Tournament) -> list[tuple[int, str, int, int, int]]:
    return [(one.place, one.name, one.halves, one.buchholz, one.sonneborn) for one in standings(tournament)]


def test_a_win_and_a_bye_bring_a_point_and_a_drawn_match_half_a_one() -> None:
    tournament = after("ABCDE", (("A", "B", FIRST), ("C", "D", DRAWN), ("E", None, None)))
    assert lines(tournament) == [
        (1, "A", 2, 0, 0),
        (1, "E", 2, 0, 0),
        (3, "C", 1, 1, 1),
        (3, "D", 1, 1, 1),
        (5, "B", 0, 2, 0),
    ]


def test_like_points_are_set_apart_by_buchholz_then_sonneborn_berger_then_the_match_between_them() -> None:
    tournament = after(
        "ABCD",
        (("A", "C", SECOND), ("B", "D", DRAWN)),
        (("C", "B", SECOND), ("D", "A", SECOND)),
        (("B", "A", DRAWN), ("C", "D", DRAWN)),
    )
    # A and C met opponents as strong, and won as much from them; C beat A.
    assert lines(tournament) == [(1, "B", 4, 8, 11), (2, "C", 3, 9, 8), (3, "A", 3, 9, 8), (4, "D", 2, 10, 7)]


def test_who_met_the_stronger_is_first_of_two_with_like_points() -> None:
    tournament = after(
        "ABCDEF",
        (("A", "D", FIRST), ("B", "E", FIRST), ("C", "F", FIRST)),
        (("A", "B", FIRST), ("C", "E", SECOND), ("D", "F", FIRST)),
    )
    # D, E, B and C have a point each. D met A and F, E met B and C, B met E and A, C met F and E.
    order = [(one.name, one.halves, one.buchholz) for one in standings(tournament)]
    assert order == [("A", 4, 4), ("B", 2, 6), ("E", 2, 4), ("D", 2, 4), ("C", 2, 2), ("F", 0, 4)]


def test_with_like_opponents_a_win_against_the_stronger_counts_more() -> None:
    tournament = after(
        "ABCDEF",
        (("A", "D", FIRST), ("B", "E", FIRST), ("C", "F", FIRST)),
        (("A", "B", FIRST), ("C", "E", SECOND), ("D", "F", FIRST)),
    )
    found = {one.name: (one.place, one.sonneborn) for one in standings(tournament)}
    assert found["E"] == (3, 4)
    assert found["D"] == (4, 0)


def test_who_left_keeps_the_results_and_is_marked() -> None:
    tournament = with_gone(after("AB", (("A", "B", FIRST),)), "A", gone=True)
    assert [(one.name, one.halves, one.gone) for one in standings(tournament)] == [
        ("A", 2, True),
        ("B", 0, False),
    ]


@given(st.integers(2, 16), st.integers(1, 6), st.integers(0, 999))
def test_places_follow_points_and_all_points_are_there(count: int, rounds: int, seed: int) -> None:
    tournament = swiss(count, rounds, seed)
    found = standings(tournament)
    assert [one.halves for one in found] == sorted((one.halves for one in found), reverse=True)
    assert [one.place for one in found] == sorted(one.place for one in found)
    assert sum(one.halves for one in found) == 2 * sum(1 for _ in tournament.pairings())
    for at, one in enumerate(found):
        assert one.place <= at + 1
        assert found[one.place - 1].place == one.place
