"""Formations of the extension *Trận*: queues and sieges, which need four living players (QC-8.2)."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.state import CAREERIST, State, ring

FOUR = 4
"""Formations need this number of living players."""


def neighbours(state: State, seat: Seat) -> tuple[Seat, Seat]:
    """Return the seats before and behind a seat, among the living who are at the table."""
    around = ring(state, seat)
    return around[-1], around[1 % len(around)]


def queue(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the queue that a seat stands in, for skills of formations; empty: it stands in none.

    A queue is a row of at least two.
    """
    found = row(state, seat) if len(ring(state, seat)) >= FOUR else ()
    return found if len(found) > 1 else ()


def row(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return a seat's row: the adjacent seats of its kingdom. It may be any number of them."""
    around = ring(state, seat)
    mine = kingdom_of(state, seat)
    if seat not in around:
        return ()
    if mine in (None, CAREERIST):
        return (seat,)
    found = [seat]
    for one in around[1:]:
        if kingdom_of(state, one) != mine:
            break
        found.append(one)
    for one in reversed(around[1:]):
        if one in found or kingdom_of(state, one) != mine:
            break
        found.insert(0, one)
    return tuple(found)


def besiegers(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that besiege a seat: both neighbours, if they are of one other kingdom; else none."""
    around = ring(state, seat)
    mine = kingdom_of(state, seat)
    if len(around) < FOUR or seat not in around or mine is None:
        return ()
    before, behind = neighbours(state, seat)
    theirs = kingdom_of(state, before)
    if theirs in (None, CAREERIST) or theirs == mine or kingdom_of(state, behind) != theirs:
        return ()
    return (before, behind)
