"""Promises of groups: everybody has one seat in a round, sizes are balanced, byes go round."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.rounds.group_points import PARTS, group_scores, group_standings, parse_points, usual_points
from dashboard.rounds.grouping import group_sizes
from dashboard.rounds.pairing import next_round
from dashboard.rounds.tournament import (
    Pairing,
    Result,
    System,
    Tournament,
    opened,
    ranked,
    with_gone,
    with_places,
    with_result,
    with_round,
)
from engine.core.faults import InputFault
from engine.core.ids import Seconds

PEOPLE = st.integers(3, 24)
SIZES = st.integers(3, 10)
ROUNDS = st.integers(1, 6)
SEEDS = st.integers(0, 2**16)


def groups(count: int, size: int, rounds: int, seed: int) -> Tournament:
    """Return a tournament of groups after this many rounds, shared places included."""
    chance = Random(seed)  # noqa: S311 - results of a test
    people = tuple(f"P{n}" for n in range(count))
    tournament = opened("Autumn", System.GROUPS, people, size=size, points=usual_points(size))
    for _ in range(rounds):
        tournament = with_round(tournament, next_round(tournament), now=Seconds(1.0))
        for one in tournament.rounds[-1].pairings:
            if one.second is not None:
                places = tuple(chance.randint(1, len(one.people)) for _ in one.people)
                tournament = with_places(tournament, one.first, one.second, places)
    return tournament


def byes(tournament: Tournament) -> Counter[str]:
    return Counter(one.first for one in tournament.pairings() if one.second is None)


@given(st.integers(0, 200), SIZES)
def test_sizes_are_balanced_and_as_few_as_possible_stay_out(people: int, most: int) -> None:
    sizes = group_sizes(people, most)
    assert not sizes or (min(sizes) >= 3 and max(sizes) <= most and max(sizes) - min(sizes) <= 1)
    reachable = {0}
    for size in range(3, most + 1):
        for start in range(people + 1 - size):
            if start in reachable:
                reachable.add(start + size)
    assert sum(sizes) == max(reachable)


@given(PEOPLE, SIZES, ROUNDS, SEEDS)
def test_everybody_is_in_each_round_once(count: int, size: int, rounds: int, seed: int) -> None:
    tournament = groups(count, size, rounds, seed)
    for each in tournament.rounds:
        assert sorted(name for one in each.pairings for name in one.people) == sorted(tournament.people)
        sizes = [len(one.people) for one in each.pairings if one.second is not None]
        assert (min(sizes) >= 3, max(sizes) <= size, max(sizes) - min(sizes) <= 1) == (True, True, True)


@given(PEOPLE, SIZES, ROUNDS, SEEDS)
def test_nobody_has_a_bye_more_while_others_had_one_fewer(
    count: int, size: int, rounds: int, seed: int
) -> None:
    tournament = groups(count, size, rounds, seed)
    had = [byes(tournament)[name] for name in tournament.people]
    assert max(had) - min(had) <= 1


@given(PEOPLE, SIZES, ROUNDS, SEEDS)
def test_no_exchange_of_two_people_would_have_fewer_meet_again_or_closer_points(
    count: int, size: int, rounds: int, seed: int
) -> None:
    tournament = groups(count, size, rounds, seed)
    points = group_scores(tournament)
    met = Counter(frozenset(pair) for one in tournament.pairings() for pair in combinations(one.people, 2))
    found = [one.people for one in next_round(tournament) if one.second is not None]

    def cost(*tables: tuple[str, ...]) -> tuple[int, int]:
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        again = sum(met[frozenset(pair)] for pair in pairs)
        return again, sum((points[a] - points[b]) ** 2 for a, b in pairs)

    for here, there in combinations(found, 2):
        now = cost(here, there)
        for one in here:
            for other in there:
                swapped = tuple(other if name == one else name for name in here)
                assert cost(swapped, tuple(one if name == other else name for name in there)) >= now


@given(SEEDS)
def test_sixteen_people_at_four_tables_meet_nobody_again_in_two_rounds(seed: int) -> None:
    tournament = groups(16, 4, 2, seed)
    met = Counter(frozenset(pair) for one in tournament.pairings() for pair in combinations(one.people, 2))
    assert max(met.values()) == 1


def test_the_first_round_spreads_the_strong_over_the_tables() -> None:
    tables = [set(one.people) for one in next_round(groups(8, 4, 0, 1))]
    assert tables == [{"P0", "P2", "P4", "P6"}, {"P1", "P3", "P5", "P7"}]


@given(st.integers(6, 20), SIZES, SEEDS)
def test_somebody_who_had_the_first_seat_gets_a_later_one(count: int, size: int, seed: int) -> None:
    tournament = groups(count, size, 1, seed)
    firsts = {one.first for one in tournament.rounds[0].pairings if one.second is not None}
    for one in next_round(tournament):
        assert one.first not in firsts or one.second is None or firsts.issuperset(one.people)


def test_places_bring_points_that_people_who_share_a_place_share() -> None:
    tournament = opened("A", System.GROUPS, ("P", "Q", "R", "S", "T"), size=4, points=(4, 2, 1, 0))
    tournament = with_round(
        tournament, (Pairing("P", "Q", others=("R", "S")), Pairing("T", None)), now=Seconds(1.0)
    )
    played = with_places(tournament, "P", "Q", (1, 1, 3, 4))
    assert {name: parts / PARTS for name, parts in group_scores(played).items()} == {
        "P": 3,
        "Q": 3,
        "R": 1,
        "S": 0,
        "T": 2,
    }
    first, second, *_ = group_standings(played)
    assert (first.name, first.place, first.firsts, second.name, second.place) == ("P", 1, 1, "Q", 1)
    assert not with_places(played, "P", "Q", ()).is_settled


@given(st.lists(st.integers(1, 10), min_size=1, max_size=10), SIZES)
def test_a_tables_points_are_all_given_out_whoever_shares_places(places: list[int], size: int) -> None:
    found = ranked(places)
    assert min(found) == 1
    assert all(one == 1 + sum(other < one for other in found) for one in found)
    count = max(3, min(size, len(places)))
    group = [f"P{n}" for n in range(count)]
    tournament = opened("A", System.GROUPS, tuple(group), size=size, points=usual_points(size))
    first, second, *others = group
    tournament = with_round(tournament, (Pairing(first, second, others=tuple(others)),), now=Seconds(1.0))
    given_places = (places * count)[:count]
    played = with_places(tournament, first, second, tuple(given_places))
    assert sum(group_scores(played).values()) == sum(usual_points(size)[:count]) * PARTS


def test_what_is_no_group_or_place_is_refused() -> None:
    with pytest.raises(InputFault, match="3 to 10"):
        opened("A", System.GROUPS, ("P", "Q", "R"), size=11, points=usual_points(11))
    with pytest.raises(InputFault, match="3 people or more"):
        opened("A", System.GROUPS, ("P", "Q"), size=4, points=usual_points(4))
    tournament = groups(4, 4, 0, 1)
    tournament = with_round(tournament, next_round(tournament), now=Seconds(1.0))
    (one,) = tournament.rounds[-1].pairings
    assert one.second is not None
    with pytest.raises(InputFault, match="4 places"):
        with_places(tournament, one.first, one.second, (1, 2))
    with pytest.raises(InputFault, match="places"):
        with_result(tournament, one.first, one.second, Result.FIRST)
    with pytest.raises(InputFault, match="no pairing"):
        with_places(tournament, "P0", "nobody", (1, 2, 3, 4))
    few = groups(3, 3, 0, 1)
    with pytest.raises(InputFault, match="over"):
        next_round(with_gone(few, "P0", gone=True))


def test_points_are_read_and_refused_where_they_do_not_fall() -> None:
    assert parse_points("", 4) == (4, 2, 1, 0)
    assert parse_points(" 10, 6 3、1", 4) == (10, 6, 3, 1)
    for wrong in ("5 3 1", "5 3 1 2", "a b c d", "1 1 1 1", "99999 3 2 1", "-1 -2 -3 -4", "²,1,0,0"):
        with pytest.raises(InputFault, match="points of 4 places"):
            parse_points(wrong, 4)
