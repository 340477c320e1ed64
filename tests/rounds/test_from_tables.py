"""Promises of results from tables: a match counts for the two who play in it, in its own round."""

from dataclasses import replace

import pytest

from dashboard.rounds.from_tables import with_played
from dashboard.rounds.tournament import Pairing, Result, System, Tournament, opened, with_result, with_round
from engine.bus.messages.match import MatchState
from engine.core.decisions import Outcome
from engine.core.ids import RuleId, Seat, Seconds
from tests.web.shown_table import T0, Match

WEST, NORTH = Seat("west"), Seat("north")


def over(match: Match, winners: tuple[Seat, ...], *, west: str = "Ana", north: str = "Bình") -> MatchState:
    state = match.message()
    outcome = Outcome(winners, RuleId("DW-1"), "won")
    return replace(state, view=replace(state.view, outcome=outcome), players={WEST: west, NORTH: north})


def paired(*, at: float = T0 - 60, system: System = System.SWISS) -> Tournament:
    return with_round(opened("Autumn", system, ("Ana", "Bình")), (Pairing("Bình", "Ana"),), now=Seconds(at))


def result(tournament: Tournament) -> Result | None:
    return tournament.rounds[-1].pairings[0].result


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ((WEST,), Result.SECOND),
        ((NORTH,), Result.FIRST),
        ((), Result.DRAWN),
        ((WEST, NORTH), Result.DRAWN),
    ],
)
def test_a_match_that_is_over_gives_the_result(
    match: Match, winners: tuple[Seat, ...], expected: Result
) -> None:
    assert result(with_played(paired(), {"oak": [over(match, winners)]})) is expected


def test_names_are_the_same_whatever_their_case_and_gaps(match: Match) -> None:
    found = with_played(paired(), {"oak": [over(match, (WEST,), west=" ana", north="BÌNH ")]})
    assert result(found) is Result.SECOND


def test_a_match_of_others_or_from_before_or_that_goes_on_gives_none(match: Match) -> None:
    before = paired()
    for other in (
        over(match, (WEST,), west="Cường"),
        replace(over(match, (WEST,)), players={WEST: "Ana"}),
        replace(match.message(), players={WEST: "Ana", NORTH: "Bình"}),
    ):
        assert with_played(before, {"oak": [other]}) is before
    late = paired(at=T0 + 60)
    assert with_played(late, {"oak": [over(match, (WEST,))]}) is late


def test_the_arbiters_word_goes_before_a_tables(match: Match) -> None:
    typed = with_result(paired(), "Bình", "Ana", Result.FIRST)
    assert with_played(typed, {"oak": [over(match, (WEST,))]}) is typed


def test_a_drawn_match_leaves_a_knock_out_open(match: Match) -> None:
    before = paired(system=System.KNOCK_OUT)
    assert with_played(before, {"oak": [over(match, ())]}) is before


@pytest.mark.parametrize(
    ("played_at", "tables", "expected"),
    [
        ("oak", ("oak", "elm"), Result.SECOND),
        ("elm", ("oak", "elm"), None),
        ("elm", ("elm",), Result.SECOND),
    ],
    ids=["at its table", "at another one", "its table isn't one of the hall"],
)
def test_a_pairing_with_a_table_is_played_at_no_other(
    match: Match, played_at: str, tables: tuple[str, ...], expected: Result | None
) -> None:
    tournament = opened("Autumn", System.SWISS, ("Ana", "Bình"), ("oak",))
    tournament = with_round(tournament, (Pairing("Bình", "Ana"),), now=Seconds(T0 - 60))
    matches = {table: [over(match, (WEST,))] if table == played_at else [] for table in tables}
    assert result(with_played(tournament, matches)) is expected


@pytest.mark.parametrize(
    ("winners", "places"), [(("west",), (1, 2, 2)), (("east", "west"), (1, 3, 1)), ((), (1, 1, 1))]
)
def test_a_match_of_a_group_gives_its_winners_the_first_place(
    match: Match, winners: tuple[str, ...], places: tuple[int, ...]
) -> None:
    group = Pairing("Ana", "Bình", others=("Cường",))
    opening = opened("Autumn", System.GROUPS, group.people, size=3, points=(3, 1, 0))
    tournament = with_round(opening, (group,), now=Seconds(T0 - 60))
    state = over(match, tuple(Seat(one) for one in winners))
    east = replace(state.view.seats[0], seat=Seat("east"))
    view = replace(state.view, seats=(*state.view.seats, east))
    players = {**state.players, Seat("east"): "Cường"}
    found = with_played(tournament, {"oak": [replace(state, view=view, players=players)]})
    assert found.rounds[-1].pairings[0].places == places
    others = with_played(tournament, {"oak": [state]})
    assert others is tournament
