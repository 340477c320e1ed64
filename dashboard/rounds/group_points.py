"""Points and standings of a tournament of groups. Points are counted in parts, so that they stay whole."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from dashboard.rounds.tournament import Pairing, Tournament
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault

PARTS = 2520
"""The parts of a point: people who share places share their points, and at most ten can."""

_MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """One person's line of the standings of a tournament of groups."""

    place: int
    """The place, from 1; people who are alike in every tie-break share one."""
    name: str
    """The name."""
    parts: int
    """The points, in parts: 2520 are a point."""
    firsts: int
    """How often the person was the first of a table, alone or shared."""
    opponents: int
    """The points of all others at the person's tables, in parts."""
    played: int
    """How many matches were played; a bye is none."""
    gone: bool
    """Whether the person left."""


def usual_points(size: int) -> tuple[int, ...]:
    """Return the points by place where the arbiter chooses none: one for each place below, one for the first.

    >>> usual_points(4)
    (4, 2, 1, 0)
    """
    return tuple(size - place + (place == 1) for place in range(1, size + 1))


def parse_points(text: str, size: int) -> tuple[int, ...]:
    """Return the points by place from a text such as `5, 3, 1, 0`; an empty one means the usual points.

    Raises:
        InputFault: there are more or fewer than a table has places, or they aren't whole numbers that fall.
    """
    words = text.replace(",", " ").replace("、", " ").split()
    if not words:
        return usual_points(size)
    whole = all(word.isascii() and word.isdigit() and int(word[:5]) <= _MOST_POINTS for word in words)
    found = tuple(int(word[:5]) for word in words) if whole else ()
    if len(found) != size or list(found) != sorted(found, reverse=True) or found[0] == found[-1]:
        raise InputFault(TEXTS.say("rounds.refused.points", n=size, most=_MOST_POINTS))
    return found


def won_parts(tournament: Tournament, one: Pairing, name: str) -> int:
    """Return a person's points of a group, in parts; 0 while it's open.

    People who share a place share the points of all places that they take. A bye brings the points of the
    middle place of a full table, or the better of the two in the middle.
    """
    points = tournament.points
    if one.second is None:
        return points[(len(points) - 1) // 2] * PARTS
    if not one.places:
        return 0
    place = one.places[one.people.index(name)]
    sharing = one.places.count(place)
    return sum(points[place - 1 : place - 1 + sharing]) * PARTS // sharing


def group_scores(tournament: Tournament) -> dict[str, int]:
    """Return everybody's points, in parts."""
    parts = dict.fromkeys(tournament.people, 0)
    for one in tournament.pairings():
        for name in one.people:
            parts[name] += won_parts(tournament, one, name)
    return parts


def group_standings(tournament: Tournament) -> tuple[GroupStanding, ...]:
    """Return the standings, the best first.

    People with as many points are set apart by how often they were first, then by the points of the others at
    their tables.
    """
    parts = group_scores(tournament)
    tables = {name: tuple(_played(tournament.pairings(), name)) for name in tournament.people}
    firsts = {
        name: sum(one.places[one.people.index(name)] == 1 for one in its) for name, its in tables.items()
    }
    opponents = {
        name: sum(parts[other] for one in its for other in one.people if other != name)
        for name, its in tables.items()
    }
    keys = {name: (parts[name], firsts[name], opponents[name]) for name in tournament.people}
    found: list[GroupStanding] = []
    ordered = sorted(tournament.people, key=keys.__getitem__, reverse=True)
    for key, alike in groupby(ordered, keys.__getitem__):
        place = len(found) + 1
        found.extend(
            GroupStanding(place, name, *key, len(tables[name]), name in tournament.gone) for name in alike
        )
    return tuple(found)


def _played(pairings: Iterable[Pairing], name: str) -> Iterable[Pairing]:
    return (one for one in pairings if one.places and name in one.people)
