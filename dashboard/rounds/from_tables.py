"""Results of a round as the tables' matches have them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dashboard.rounds.tournament import Pairing, Result, System, Tournament
from engine.bus.messages.match import MatchState
from engine.core.ids import Seconds


def with_played(tournament: Tournament, matches: Mapping[str, Sequence[MatchState]]) -> Tournament:
    """Return a tournament with the results of those matches that are over.

    `matches`: the present matches of all tables, by their names. A match belongs to a pairing of the last
    round if both play in it under their names and it was opened after the round was paired. A pairing that
    was given one of these tables is played there: at another table anybody could type the names of two
    people, and lose in the name of one. A result that is there stays: the arbiter's word goes before a
    table's.
    """
    if not tournament.rounds:
        return tournament
    *before, last = tournament.rounds
    everywhere = [match for each in matches.values() for match in each]
    pairings = tuple(
        _settled(one, matches.get(one.table, everywhere), last.paired_at, tournament.system)
        for one in last.pairings
    )
    if pairings == last.pairings:
        return tournament
    return replace(tournament, rounds=(*before, replace(last, pairings=pairings)))


def _settled(pairing: Pairing, matches: Iterable[MatchState], since: Seconds, system: System) -> Pairing:
    if pairing.is_settled:
        return pairing
    for match in matches:
        result = result_of(match, pairing)
        if result is None or match.opened_at < since:
            continue
        if result is Result.DRAWN and system is System.KNOCK_OUT:
            continue
        return replace(pairing, result=result)
    return pairing


def result_of(match: MatchState, pairing: Pairing) -> Result | None:
    """Return how a match ended for the two of a pairing; None: it isn't over, or isn't theirs alone."""
    outcome = match.view.outcome
    seats = {" ".join(name.split()).casefold(): seat for seat, name in match.players.items()}
    names = [name.casefold() for name in pairing.people]
    if outcome is None or len(match.view.seats) != len(names) or sorted(seats) != sorted(names):
        return None
    first, second = (seats[name] in outcome.winners for name in names)
    if first is second:
        return Result.DRAWN
    return Result.FIRST if first else Result.SECOND
