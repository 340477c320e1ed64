"""The groups of the next round, of 3 to 10 people a table. Pure, and the same for the same tournament.

People of like points meet, and as few as possible meet again. As pairings of two are, groups are made by
exchanges: from groups in the order of the points, people of two groups change places as long as that is
better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dashboard.rounds.group_points import group_scores
from dashboard.rounds.tournament import LEAST_IN_GROUP, Pairing, Tournament
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault


def next_groups(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the groups of the next round, the one with the most points first, and then the byes.

    Each has the people in the order of their seats: a person who has had early seats gets a late one.

    Raises:
        InputFault: fewer people are left than a group has.
    """
    points = group_scores(tournament)
    order = sorted(tournament.staying, key=lambda name: (-points[name], tournament.people.index(name)))
    sizes = group_sizes(len(order), tournament.size)
    if not sizes:
        raise InputFault(TEXTS.say("rounds.refused.over"))
    byes = [one.first for one in tournament.pairings() if one.second is None]
    # People who stay out have had the fewest byes, and then the lowest points.
    spared = sorted(order, key=lambda name: (byes.count(name), points[name], -order.index(name)))
    out = spared[: len(order) - sum(sizes)]
    inside = [name for name in order if name not in out]
    groups = _exchanged(_first_groups(inside, sizes, spread=not tournament.rounds), tournament, points)
    return (*(_seated(tournament, one) for one in groups), *(Pairing(name, None) for name in out))


def group_sizes(people: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the groups, which differ by one at most; as few people as possible stay out.

    There are as few groups as possible. The larger ones are last.

    >>> group_sizes(10, 4), group_sizes(5, 4), group_sizes(2, 4)
    ((3, 3, 4), (4,), ())
    """
    for inside in range(people, LEAST_IN_GROUP - 1, -1):
        groups = -(-inside // most)
        size, larger = divmod(inside, groups)
        if size >= LEAST_IN_GROUP:
            return (*[size] * (groups - larger), *[size + 1] * larger)
    return ()


def _first_groups(order: Sequence[str], sizes: Sequence[int], *, spread: bool) -> list[list[str]]:
    """Return groups in the order of the points; `spread`: each has strong and weak people."""
    if spread:
        groups: list[list[str]] = [[] for _ in sizes]
        waiting = iter(order)
        for rank in range(max(sizes)):
            for group, size in zip(groups, sizes, strict=True):
                if rank < size:
                    group.append(next(waiting))
        return groups
    at, found = 0, []
    for size in sizes:
        found.append([*order[at : at + size]])
        at += size
    return found


@dataclass(frozen=True, slots=True)
class _Dislike:
    """How bad it is that two people meet: how often they have met, and how far apart their points are."""

    met: dict[frozenset[str], int]
    """The number of times that each two have met."""
    points: dict[str, int]
    """Everybody's points, in parts."""
    again: int
    """The weight of meeting once more: no distance of points outweighs it."""

    def __call__(self, one: str, other: str) -> int:
        apart = self.points[one] - self.points[other]
        return self.again * self.met.get(frozenset((one, other)), 0) + apart * apart


def _dislike(tournament: Tournament, points: dict[str, int]) -> _Dislike:
    met: dict[frozenset[str], int] = {}
    for one in tournament.pairings():
        for pair in combinations(one.people, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    spread = max(points.values(), default=0) - min(points.values(), default=0)
    return _Dislike(met, points, 1 + spread * spread * len(points) * tournament.size)


def _exchanged(groups: list[list[str]], tournament: Tournament, points: dict[str, int]) -> list[list[str]]:
    """Exchange people between two groups as long as that is better for all in them together."""
    dislikes = _dislike(tournament, points)
    people = [name for group in groups for name in group]
    home = {name: at for at, group in enumerate(groups) for name in group}
    weight = {one: {other: dislikes(one, other) if one != other else 0 for other in people} for one in people}
    # The dislike of each person in each group.
    among = {one: [sum(weight[one][other] for other in group) for group in groups] for one in people}
    changed = len(groups) > 1 and bool(tournament.rounds)
    while changed:
        changed = False
        for one, other in combinations(people, 2):
            here, there = home[one], home[other]
            if here == there:
                continue
            now = among[one][here] + among[other][there]
            then = among[one][there] + among[other][here] - 2 * weight[one][other]
            if then >= now:
                continue
            changed = True
            home[one], home[other] = there, here
            for each in people:
                moved = weight[each][other] - weight[each][one]
                among[each][here] += moved
                among[each][there] -= moved
    return [[name for name in people if home[name] == at] for at in range(len(groups))]


def _seated(tournament: Tournament, group: Sequence[str]) -> Pairing:
    early = dict.fromkeys(group, 0.0)
    for one in tournament.pairings():
        for at, name in enumerate(one.people):
            if name in early and one.second is not None:
                early[name] += 1 - 2 * at / (len(one.people) - 1)
    first, second, *others = sorted(group, key=lambda name: (early[name], group.index(name)))
    return Pairing(first, second, others=tuple(others))
