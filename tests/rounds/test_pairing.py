"""Promises of pairing: nobody meets twice, byes go round, scores are close."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.rounds.matching import matching
from dashboard.rounds.pairing import next_round
from dashboard.rounds.standings import scores
from dashboard.rounds.tournament import Result, System, Tournament, opened, with_gone, with_result, with_round
from engine.core.faults import InputFault
from engine.core.ids import Seconds

NOW = Seconds(100.0)
SIZES = st.integers(2, 17)
SEEDS = st.integers(0, 2**16)


def names(count: int) -> tuple[str, ...]:
    return tuple(f"P{n}" for n in range(count))


def played(tournament: Tournament, chance: Random) -> Tournament:
    """Return a tournament whose last round was played, drawn matches included where there may be any."""
    results = [Result.FIRST, Result.SECOND]
    if tournament.system is not System.KNOCK_OUT:
        results.append(Result.DRAWN)
    for one in tournament.rounds[-1].pairings:
        if one.second is not None:
            tournament = with_result(tournament, one.first, one.second, chance.choice(results))
    return tournament


def paired(tournament: Tournament) -> Tournament:
    return with_round(tournament, next_round(tournament), now=NOW)


def swiss(count: int, rounds: int, seed: int) -> Tournament:
    """Return a Swiss tournament of this many rounds, or of fewer where all have met."""
    chance = Random(seed)  # noqa: S311 - results of a test
    tournament = opened("Autumn", System.SWISS, names(count))
    for _ in range(rounds):
        try:
            tournament = played(paired(tournament), chance)
        except InputFault:
            break
    return tournament


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(frozenset(one.people) for one in tournament.pairings() if one.second is not None)


@given(SIZES, st.integers(1, 17), SEEDS)
def test_in_a_swiss_nobody_meets_twice_and_everybody_is_in_each_round_once(
    count: int, rounds: int, seed: int
) -> None:
    tournament = swiss(count, rounds, seed)
    assert max(meetings(tournament).values(), default=0) <= 1
    for each in tournament.rounds:
        assert sorted(name for one in each.pairings for name in one.people) == sorted(tournament.people)


@given(SIZES, SEEDS)
def test_a_swiss_has_a_round_more_as_long_as_people_could_still_be_paired(count: int, seed: int) -> None:
    tournament = swiss(count, count, seed)
    unmet = {frozenset(pair) for pair in combinations(tournament.people, 2)} - meetings(tournament).keys()
    ranks = {name: at for at, name in enumerate(tournament.people)}
    others: list[list[int]] = [[] for _ in tournament.people]
    for pair in unmet:
        one, other = sorted(ranks[name] for name in pair)
        others[one].append(other)
        others[other].append(one)
    most = sum(partner >= 0 for partner in matching(others))
    assert len(tournament.rounds) == count or most < count - count % 2


@given(SIZES, st.integers(1, 17), SEEDS)
def test_nobody_has_a_second_bye_before_all_others_who_could_be_spared_had_one(
    count: int, rounds: int, seed: int
) -> None:
    tournament = swiss(count, min(rounds, max(1, count // 2)), seed)
    byes = Counter(one.first for one in tournament.pairings() if one.second is None)
    assert sum(byes.values()) == (len(tournament.rounds) if count % 2 else 0)
    assert max(byes.values(), default=0) <= 1


@given(st.integers(2, 16), st.integers(1, 8), SEEDS)
def test_no_exchange_of_opponents_would_bring_two_pairs_scores_closer(
    count: int, rounds: int, seed: int
) -> None:
    tournament = swiss(count, rounds, seed)
    halves, before = scores(tournament), meetings(tournament).keys()
    try:
        pairs = [one.people for one in next_round(tournament) if one.second is not None]
    except InputFault:
        return

    def apart(a: str, b: str) -> int:
        return (halves[a] - halves[b]) ** 2

    for (a, b), (c, d) in combinations(pairs, 2):
        now = apart(a, b) + apart(c, d)
        for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
            if frozenset(one) not in before and frozenset(other) not in before:
                assert apart(*one) + apart(*other) >= now


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    tournament = opened("Autumn", System.SWISS, names(8))
    met = {frozenset(one.people) for one in next_round(tournament)}
    assert met == {frozenset((f"P{n}", f"P{n + 4}")) for n in range(4)}


def test_the_same_tournament_is_paired_the_same() -> None:
    assert swiss(15, 5, 3) == swiss(15, 5, 3)


@given(st.integers(2, 14), st.integers(1, 6), SEEDS)
def test_who_is_first_has_been_so_no_more_often_than_the_other(count: int, rounds: int, seed: int) -> None:
    tournament = swiss(count, rounds, seed)
    firsts: Counter[str] = Counter()
    for each in tournament.rounds:
        pairs = [one for one in each.pairings if one.second is not None]
        assert all(firsts[one.first] <= firsts[one.second or ""] for one in pairs)
        firsts.update(one.first for one in pairs)


@given(SIZES)
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    tournament = opened("Autumn", System.ROUND_ROBIN, names(count))
    chance = Random(count)  # noqa: S311 - results of a test
    for _ in range(count - 1 + count % 2):
        tournament = played(paired(tournament), chance)
    assert meetings(tournament) == Counter(frozenset(pair) for pair in combinations(tournament.people, 2))
    with pytest.raises(InputFault, match="over"):
        next_round(tournament)


@given(SIZES, SEEDS)
def test_a_knock_out_ends_with_one_who_never_lost(count: int, seed: int) -> None:
    tournament = opened("Autumn", System.KNOCK_OUT, names(count))
    chance = Random(seed)  # noqa: S311 - results of a test
    rounds = (count - 1).bit_length()
    for _ in range(rounds):
        tournament = played(paired(tournament), chance)
    losers = [set(one.people) - {one.winner} for one in tournament.pairings() if one.second is not None]
    assert all(len(one) == 1 for one in losers)
    lost = Counter(name for one in losers for name in one)
    assert set(lost.values()) == {1}
    assert len(lost) == count - 1
    with pytest.raises(InputFault, match="over"):
        next_round(tournament)


@given(st.integers(3, 17))
def test_byes_of_a_knock_out_are_in_its_first_round_and_the_strongests(count: int) -> None:
    tournament = paired(opened("Autumn", System.KNOCK_OUT, names(count)))
    byes = {one.first for one in tournament.pairings() if one.second is None}
    assert byes == set(names((1 << (count - 1).bit_length()) - count))


def test_who_leaves_a_knock_out_makes_a_bye_and_those_who_stay_meet() -> None:
    tournament = paired(opened("Autumn", System.KNOCK_OUT, names(8)))
    for one in tournament.rounds[-1].pairings:
        tournament = with_result(tournament, one.first, one.second or "", Result.FIRST)
    winners = [one.winner or "" for one in tournament.rounds[-1].pairings]
    left = with_gone(with_gone(tournament, winners[1], gone=True), winners[3], gone=True)
    (final,) = next_round(left)
    assert set(final.people) == {winners[0], winners[2]}


def test_who_left_is_not_paired_and_may_come_back() -> None:
    tournament = with_gone(opened("Autumn", System.SWISS, names(5)), "P2", gone=True)
    assert {name for one in next_round(tournament) for name in one.people} == {"P0", "P1", "P3", "P4"}
    back = with_gone(tournament, "P2", gone=False)
    assert {name for one in next_round(back) for name in one.people} == set(back.people)


def test_no_round_is_paired_while_a_result_is_missing() -> None:
    with pytest.raises(InputFault, match="result"):
        next_round(paired(opened("Autumn", System.SWISS, names(4))))


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda pair: pair[0] < pair[1])))
def test_a_matching_is_one_and_none_is_larger(edges: set[tuple[int, int]]) -> None:
    others = [[b for a, b in edges if a == v] + [a for a, b in edges if b == v] for v in range(9)]
    partner = matching(others)
    for vertex, one in enumerate(partner):
        assert one == -1 or (partner[one] == vertex and one in others[vertex])
    assert sum(one >= 0 for one in partner) // 2 == most(frozenset(edges))


def most(edges: frozenset[tuple[int, int]]) -> int:
    """Return how many pairs could be made at most, by trying all."""
    if not edges:
        return 0
    a, b = edge = min(edges)
    apart = frozenset(one for one in edges if not {a, b} & set(one))
    return max(1 + most(apart), most(edges - {edge}))
