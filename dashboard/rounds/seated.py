"""The seat that a person of a tournament takes by a code, and the reasons against it. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from dashboard.rounds.tournament import Pairing, Round, TakenSeat, Tournament
from dashboard.web.texts import TEXTS
from engine.bus.messages.match import MatchState
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.views import SeatView


@dataclass(frozen=True, slots=True)
class SeatWish:
    """A tablet's wish for a seat."""

    person: str
    """The person whose code it has."""
    table: str = ""
    """The table where it stands; empty: it isn't bound to one."""
    seat: str = ""
    """The seat where it stands; empty: it isn't bound to one."""
    ticket: str = ""
    """The SHA-256 of the ticket that the tablet got when it took the seat before; empty: it has none."""


def pairing_of(tournament: Tournament, asking: SeatWish) -> Pairing:
    """Return the pairing of the last round where a person plays, with its table.

    A pairing that waits for a table gets the one where the person stands, if it's free.

    Raises:
        InputFault: the person doesn't play now, or not at that table; says why.
    """
    person, at = asking.person, asking.table
    if person in tournament.gone:
        raise InputFault(TEXTS.say("rounds.seat.gone", name=person))
    last = tournament.rounds[-1] if tournament.rounds else Round(Seconds(0.0), ())
    found = next((one for one in last.pairings if person in one.people), None)
    if found is None:
        raise InputFault(TEXTS.say("rounds.seat.not_paired", name=person))
    if len(found.people) == 1:
        raise InputFault(TEXTS.say("rounds.seat.bye", name=person))
    if found.is_settled:
        raise InputFault(TEXTS.say("rounds.seat.settled", name=person))
    if found.table and at and found.table != at:
        raise InputFault(TEXTS.say("rounds.seat.wrong_table", name=person, table=found.table, here=at))
    if found.table:
        return found
    if not at or (tournament.tables and at not in tournament.tables):
        raise InputFault(TEXTS.say("rounds.seat.no_table", name=person))
    if any(one.table == at and not one.is_settled for one in last.pairings):
        raise InputFault(TEXTS.say("rounds.seat.busy_table", name=person, here=at))
    return replace(found, table=at)


def seat_of(pairing: Pairing, asking: SeatWish, match: MatchState | None, *, since: Seconds) -> SeatView:
    """Return the seat of a person in the present match of the pairing's table.

    The first of the pairing has the first seat, and so on. A match counts if it was opened
    `since` the round was paired, or nothing has been played in it.

    Raises:
        InputFault: there is no such match, it has another number of seats, the tablet stands at another seat,
            or another device has taken the seat by the same code; says which.
    """
    table, person = pairing.table, asking.person
    if (
        match is None
        or match.view.outcome is not None
        or not (match.opened_at >= since or not match.revision)
    ):
        raise InputFault(TEXTS.say("rounds.seat.no_match", name=person, table=table))
    seats = match.view.seats
    if len(seats) != len(pairing.people):
        raise InputFault(
            TEXTS.say("rounds.seat.other_number", table=table, seats=len(seats), people=len(pairing.people))
        )
    seat = seats[pairing.people.index(person)]
    if asking.seat and asking.seat != seat.seat:
        here = next((one.label for one in match.view.seats if one.seat == asking.seat), asking.seat)
        raise InputFault(TEXTS.say("rounds.seat.wrong_seat", name=person, seat=seat.label, here=here))
    taken = next((one for one in pairing.taken if one.person == person and one.is_in(match)), None)
    if taken is not None and taken.ticket != asking.ticket:
        raise InputFault(TEXTS.say("rounds.seat.used", name=person, table=table))
    return seat


def with_taken(tournament: Tournament, table: str, taken: TakenSeat) -> Tournament:
    """Return a tournament in whose last round a person has taken a seat at a table."""

    def seated(one: Pairing) -> Pairing:
        if taken.person not in one.people:
            return one
        return replace(one, table=table, taken=(*_but(one.taken, taken.person), taken))

    return _with_last(tournament, seated)


def with_freed(tournament: Tournament, person: str) -> Tournament:
    """Return a tournament in whose last round a person may take the seat by another device.

    Raises:
        InputFault: that person has taken none.
    """
    freed = _with_last(tournament, lambda one: replace(one, taken=tuple(_but(one.taken, person))))
    if freed == tournament:
        raise InputFault(TEXTS.say("rounds.seat.not_seated", name=person))
    return freed


def _but(taken: Iterable[TakenSeat], person: str) -> list[TakenSeat]:
    return [one for one in taken if one.person != person]


def _with_last(tournament: Tournament, changed: Callable[[Pairing], Pairing]) -> Tournament:
    if not tournament.rounds:
        return tournament
    *before, last = tournament.rounds
    pairings = tuple(changed(one) for one in last.pairings)
    return replace(tournament, rounds=(*before, replace(last, pairings=pairings)))
