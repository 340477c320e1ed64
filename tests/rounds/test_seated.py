"""Promises to people who sit down by a code: the pairing's seat, and a sentence where it isn't that one."""

from dataclasses import replace

import pytest

from dashboard.rounds.from_tables import with_played
from dashboard.rounds.seated import SeatWish, pairing_of, seat_of, with_freed, with_taken
from dashboard.rounds.tournament import (
    Pairing,
    Result,
    System,
    TakenSeat,
    Tournament,
    opened,
    with_gone,
    with_result,
    with_round,
)
from engine.bus.messages.match import MatchState
from engine.core.decisions import Outcome
from engine.core.faults import InputFault
from engine.core.ids import RuleId, Seat, Seconds
from tests.web.shown_table import Match

PAIRED_AT = Seconds(100.0)
AUTUMN = with_round(
    opened("Autumn", System.SWISS, ("Ana", "Bình", "Cường", "Dung", "Em"), ("Oak",)),
    (Pairing("Ana", "Bình"), Pairing("Cường", "Dung"), Pairing("Em", None)),
    now=PAIRED_AT,
)


@pytest.fixture
def fresh(match: Match) -> MatchState:
    """A match that was opened after the round was paired."""
    return replace(match.message(), opened_at=Seconds(101.0))


def taken(person: str, seat: str, match: MatchState, ticket: str = "t1") -> TakenSeat:
    return TakenSeat(person, Seat(seat), match.series or match.match, match.opened_at, Seconds(102.0), ticket)


def refused(tournament: Tournament, asking: SeatWish, match: MatchState | None = None) -> str:
    """Return why somebody gets no seat."""
    with pytest.raises(InputFault) as caught:
        seat_of(pairing_of(tournament, asking), asking, match, since=PAIRED_AT)
    return str(caught.value)


def test_the_first_of_a_pairing_has_the_first_seat(fresh: MatchState) -> None:
    seats = [one.seat for one in fresh.view.seats]
    for name, seat in zip(("Ana", "Bình"), seats, strict=True):
        asking = SeatWish(name, "Oak", seat)
        assert seat_of(pairing_of(AUTUMN, asking), asking, fresh, since=PAIRED_AT).seat == seat


def test_somebody_at_the_wrong_table_or_seat_is_sent_to_the_right_one(fresh: MatchState) -> None:
    assert "Ana plays at Oak" in refused(AUTUMN, SeatWish("Ana", "Elm"))
    other = fresh.view.seats[1].seat
    assert "Ana has the seat" in refused(AUTUMN, SeatWish("Ana", "Oak", other), fresh)


def test_somebody_who_does_not_play_now_gets_no_seat() -> None:
    assert "bye" in refused(AUTUMN, SeatWish("Em"))
    assert "left" in refused(with_gone(AUTUMN, "Ana", gone=True), SeatWish("Ana"))
    assert "result" in refused(with_result(AUTUMN, "Ana", "Bình", Result.FIRST), SeatWish("Ana"))
    assert "isn't in the present round" in refused(replace(AUTUMN, rounds=()), SeatWish("Ana"))


def test_a_pairing_that_waits_gets_the_free_table_where_its_person_stands(fresh: MatchState) -> None:
    assert "no table is free" in refused(AUTUMN, SeatWish("Cường"))
    assert "another match" in refused(AUTUMN, SeatWish("Cường", "Oak"))
    assert "no table is free" in refused(AUTUMN, SeatWish("Cường", "A table of nobody's"))
    free = with_result(AUTUMN, "Ana", "Bình", Result.FIRST)
    assert pairing_of(free, SeatWish("Cường", "Oak")).table == "Oak"
    seated = with_taken(free, "Oak", taken("Cường", "west", fresh))
    assert "Dung plays at Oak" in refused(seated, SeatWish("Dung", "Elm"))


def test_only_a_new_match_with_a_seat_for_each_counts(fresh: MatchState) -> None:
    asking = SeatWish("Ana", "Oak")
    assert "no new match" in refused(AUTUMN, asking, None)
    over = replace(fresh.view, outcome=Outcome((), RuleId("R"), "x"))
    assert "no new match" in refused(AUTUMN, asking, replace(fresh, view=over))
    before = replace(fresh, opened_at=Seconds(99.0))
    assert "no new match" in refused(AUTUMN, asking, replace(before, revision=7))
    assert seat_of(pairing_of(AUTUMN, asking), asking, replace(before, revision=0), since=PAIRED_AT)
    one_seat = replace(fresh.view, seats=fresh.view.seats[:1])
    assert "has 1 seat, and 2 people" in refused(AUTUMN, asking, replace(fresh, view=one_seat))


def test_a_code_seats_one_device_until_the_arbiter_frees_the_seat(fresh: MatchState) -> None:
    asking = SeatWish("Ana", "Oak", ticket="t1")
    seated = with_taken(AUTUMN, "Oak", taken("Ana", "west", fresh))
    assert seat_of(pairing_of(seated, asking), asking, fresh, since=PAIRED_AT)
    other = replace(asking, ticket="t2")
    assert "another device" in refused(seated, other, fresh)
    assert "another device" in refused(seated, replace(asking, ticket=""), fresh)
    freed = with_freed(seated, "Ana")
    assert seat_of(pairing_of(freed, other), other, fresh, since=PAIRED_AT)
    with pytest.raises(InputFault, match="no seat"):
        with_freed(freed, "Ana")


def test_a_seat_of_an_earlier_match_is_taken_again_in_the_next(fresh: MatchState) -> None:
    seated = with_taken(AUTUMN, "Oak", taken("Ana", "west", fresh))
    another = replace(fresh, match="m-2", series="m-2", opened_at=Seconds(103.0))
    asking = SeatWish("Ana", "Oak", ticket="t2")
    assert seat_of(pairing_of(seated, asking), asking, another, since=PAIRED_AT)


def ended(match: MatchState, winner: str, players: dict[Seat, str]) -> MatchState:
    outcome = Outcome((Seat(winner),), RuleId("R"), "x")
    return replace(match, view=replace(match.view, outcome=outcome), players=players)


def test_the_result_goes_to_those_who_sat_down_by_codes_whatever_names_were_typed(fresh: MatchState) -> None:
    first, second = (one.seat for one in fresh.view.seats)
    seated = with_taken(AUTUMN, "Oak", taken("Ana", first, fresh))
    seated = with_taken(seated, "Oak", taken("Bình", second, fresh))
    names = {first: "Bình", second: "Ana"}
    played = with_played(seated, {"Oak": [ended(fresh, second, names)]})
    assert played.rounds[-1].pairings[0].result is Result.SECOND
    elsewhere = with_played(seated, {"Elm": [ended(fresh, second, names)]})
    assert elsewhere == seated


def test_a_result_by_codes_counts_in_a_match_that_was_opened_before_the_round(fresh: MatchState) -> None:
    early = replace(fresh, opened_at=Seconds(99.0))
    first, second = (one.seat for one in early.view.seats)
    done = ended(early, first, {first: "Ana", second: "Bình"})
    assert with_played(AUTUMN, {"Oak": [done]}) == AUTUMN
    seated = with_taken(AUTUMN, "Oak", taken("Ana", first, early))
    played = with_played(seated, {"Oak": [done]})
    assert played.rounds[-1].pairings[0].result is Result.FIRST
