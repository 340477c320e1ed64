"""The standings of a tournament. Points are counted in halves, so that they stay whole numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from dashboard.rounds.tournament import Pairing, Result, Tournament

WIN, DRAW = 2, 1
"""A win or a bye brings the one, a drawn match the other, in half points."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's line of the standings."""

    place: int
    """The place, from 1; people who are alike in every tie-break share one."""
    name: str
    """The name."""
    halves: int
    """The points, in half points."""
    buchholz: int
    """The points of all opponents, in half points: of two with like scores, who met the stronger."""
    sonneborn: int
    """The points of the opponents that were beaten, and half the points of those in drawn matches, in quarter
    points: of two with like opponents, who beat the stronger."""
    direct: int
    """The points against the others who are alike in all this, in half points."""
    played: int
    """How many matches were played; a bye is none."""
    gone: bool
    """Whether they left."""


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Return the standings, the best first.

    People with as many points are set apart by Buchholz, then Sonneborn-Berger, then the matches among those
    who are still alike. Source: FIDE Handbook C.07, tie-break regulations, without its adjustments for
    matches that weren't played.
    """
    halves = scores(tournament)
    met = {name: tuple(_met(tournament.pairings(), name)) for name in tournament.people}
    buchholz = {name: sum(halves[other] for other, _ in met[name]) for name in tournament.people}
    sonneborn = {name: sum(halves[other] * won for other, won in met[name]) for name in tournament.people}
    keys = {name: (halves[name], buchholz[name], sonneborn[name]) for name in tournament.people}
    found: list[Standing] = []
    for _, alike in groupby(sorted(tournament.people, key=keys.__getitem__, reverse=True), keys.__getitem__):
        group = frozenset(alike)
        direct = {name: sum(won for other, won in met[name] if other in group) for name in group}
        ordered = sorted(group, key=lambda name: (-direct[name], tournament.people.index(name)))
        first = len(found) + 1
        for at, name in enumerate(ordered):
            shared = at and direct[name] == direct[ordered[at - 1]]
            place = found[-1].place if shared else first + at
            found.append(
                Standing(
                    place,
                    name,
                    halves[name],
                    buchholz[name],
                    sonneborn[name],
                    direct[name],
                    len(met[name]),
                    name in tournament.gone,
                )
            )
    return tuple(found)


def scores(tournament: Tournament) -> dict[str, int]:
    """Return everybody's points, in half points."""
    halves = dict.fromkeys(tournament.people, 0)
    for one in tournament.pairings():
        for name in one.people:
            halves[name] += _won(one, name)
    return halves


def _met(pairings: Iterable[Pairing], name: str) -> Iterable[tuple[str, int]]:
    """Yield the opponents that somebody has played, with the half points from each."""
    for one in pairings:
        if one.second is not None and one.result is not None and name in one.people:
            yield one.second if name == one.first else one.first, _won(one, name)


def _won(one: Pairing, name: str) -> int:
    if one.result is Result.DRAWN:
        return DRAW
    return WIN if one.winner == name else 0
