"""Results of a round as the tables' matches have them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dashboard.rounds.tournament import Pairing, Result, System, Tournament, ranked
from engine.bus.messages.match import MatchState
from engine.core.ids import Seat, Seconds


def with_played(tournament: Tournament, matches: Mapping[str, Sequence[MatchState]]) -> Tournament:
    """Return a tournament with the results of those matches that are over.

    `matches`: the present matches of all tables, by their names. A match belongs to a pairing of the last
    round if all its people play in it: at the seats that they took by their codes, or else under their names.
    Without a code it must have been opened after the round was paired. A pairing that was given one of these
    tables is played there: at another table anybody could type the names of two people, and lose in the name
    of one. A result that is there stays: the arbiter's word goes before a table's.
    """
    if not tournament.rounds:
        return tournament
    *before, last = tournament.rounds
    everywhere = [match for each in matches.values() for match in each]
    pairings = tuple(
        _settled(
            one, matches.get(one.table, () if one.taken else everywhere), last.paired_at, tournament.system
        )
        for one in last.pairings
    )
    if pairings == last.pairings:
        return tournament
    return replace(tournament, rounds=(*before, replace(last, pairings=pairings)))


def _settled(pairing: Pairing, matches: Iterable[MatchState], since: Seconds, system: System) -> Pairing:
    if pairing.is_settled:
        return pairing
    for match in matches:
        if match.opened_at < since and not _by_codes(match, pairing):
            continue
        if pairing.others:
            if places := places_of(match, pairing):
                return replace(pairing, places=places)
            continue
        result = result_of(match, pairing)
        if result is None:
            continue
        if result is Result.DRAWN and system is System.KNOCK_OUT:
            continue
        return replace(pairing, result=result)
    return pairing


def result_of(match: MatchState, pairing: Pairing) -> Result | None:
    """Return how a match ended for the two of a pairing; None: it isn't over, or isn't theirs alone."""
    outcome, seats = match.view.outcome, seats_of(match, pairing)
    if outcome is None or seats is None:
        return None
    first, second = (seat in outcome.winners for seat in seats)
    if first is second:
        return Result.DRAWN
    return Result.FIRST if first else Result.SECOND


def places_of(match: MatchState, group: Pairing) -> tuple[int, ...]:
    """Return the places of a group by its match: the winners share the first, all others the next.

    Empty: the match isn't over, or isn't theirs alone. A match says who has won and nothing of the others;
    the arbiter may set their places apart.
    """
    outcome, seats = match.view.outcome, seats_of(match, group)
    if outcome is None or seats is None:
        return ()
    return ranked(1 if seat in outcome.winners else 2 for seat in seats)


def seats_of(match: MatchState, pairing: Pairing) -> tuple[Seat, ...] | None:
    """Return the seats of a pairing's people in a match, in their order; None: it isn't theirs alone.

    A seat that was taken by a code is its person's, whatever name was typed there.
    """
    bound = {one.person: one.seat for one in pairing.taken if one.is_in(match)}
    named = {" ".join(name.split()).casefold(): seat for seat, name in match.players.items()}
    found = [bound.get(name) or named.get(name.casefold()) for name in pairing.people]
    seats = tuple(seat for seat in found if seat is not None)
    is_whole = len(seats) == len(found) and sorted(seats) == sorted(one.seat for one in match.view.seats)
    return seats if is_whole else None


def _by_codes(match: MatchState, pairing: Pairing) -> bool:
    return any(one.is_in(match) for one in pairing.taken)
