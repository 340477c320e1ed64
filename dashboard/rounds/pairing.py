"""The pairings of the next round. Pure, and the same for the same tournament.

Pairings of two: the first of them is the one who has been first less often.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, zip_longest

from dashboard.rounds.grouping import next_groups
from dashboard.rounds.matching import matching
from dashboard.rounds.standings import scores
from dashboard.rounds.tournament import Pairing, System, Tournament
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault

_FAR = 10_000
"""A half point between two scores weighs more than any distance between two places."""


def next_round(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the pairings of the next round.

    Raises:
        InputFault: a result is missing, or nobody is left to be paired; says which.
    """
    if not tournament.is_settled:
        raise InputFault(TEXTS.say("rounds.refused.open"))
    match tournament.system:
        case System.GROUPS:
            return next_groups(tournament)
        case System.SWISS:
            pairs = _swiss(tournament)
        case System.ROUND_ROBIN:
            pairs = _round_robin(tournament)
        case System.KNOCK_OUT:
            pairs = _knock_out(tournament)
    if not any(second is not None for _, second in pairs):
        raise InputFault(TEXTS.say("rounds.refused.over"))
    return tuple(_seated(tournament, *pair) for pair in pairs)


Pairs = list[tuple[str, str | None]]


def _seated(tournament: Tournament, one: str, other: str | None) -> Pairing:
    if other is None:
        return Pairing(one, None)
    firsts = [each.first for each in tournament.pairings() if each.second is not None]
    return Pairing(other, one) if firsts.count(other) < firsts.count(one) else Pairing(one, other)


def _swiss(tournament: Tournament) -> Pairs:
    """Pair people of like scores; nobody meets twice, and nobody has a second bye while others had none."""
    halves = scores(tournament)
    order = sorted(tournament.staying, key=lambda name: (-halves[name], tournament.people.index(name)))
    met = {frozenset(one.people) for one in tournament.pairings() if one.second is not None}
    if len(order) % 2 == 0:
        pairs = _paired(order, halves, met)
        if pairs is None:
            raise InputFault(TEXTS.say("rounds.refused.all_met"))
        return [*pairs]
    byes = [one.first for one in tournament.pairings() if one.second is None]
    # The one that stays out has had the fewest byes, and then the lowest score.
    for name in sorted(order, key=lambda one: (byes.count(one), halves[one], -order.index(one))):
        pairs = _paired([one for one in order if one != name], halves, met)
        if pairs is not None:
            return [*pairs, (name, None)]
    raise InputFault(TEXTS.say("rounds.refused.all_met"))


def _paired(
    order: Sequence[str], halves: dict[str, int], met: set[frozenset[str]]
) -> list[tuple[str, str]] | None:
    """Pair all of an even number, those with like scores if possible; None: not all can be paired."""
    wanted = _wanted_rank(order, halves)

    def costs(a: int, b: int) -> int:
        apart = abs(halves[order[a]] - halves[order[b]])
        return apart * apart * _FAR + abs(abs(a - b) - wanted[min(a, b)])

    def may_meet(a: int, b: int) -> bool:
        return frozenset((order[a], order[b])) not in met

    ranks = range(len(order))
    neighbours = [
        [b for _, b in sorted((costs(a, b), b) for b in ranks if b != a and may_meet(a, b))] for a in ranks
    ]
    partner = matching(neighbours)
    if any(one < 0 for one in partner):
        return None
    pairs = [(a, b) for a, b in enumerate(partner) if a < b]
    return [(order[a], order[b]) for a, b in sorted(_closer(pairs, costs, may_meet))]


def _wanted_rank(order: Sequence[str], halves: dict[str, int]) -> list[int]:
    """Return how far below each the best opponent stands: half of those with the same score."""
    sizes = [sum(halves[one] == halves[other] for other in order) for one in order]
    return [max(1, size // 2) for size in sizes]


def _closer(
    pairs: list[tuple[int, int]], costs: Callable[[int, int], int], may_meet: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """Exchange opponents between two pairs as long as that brings them closer."""
    changed = True
    while changed:
        changed = False
        for i, j in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[i], pairs[j]
            now = costs(a, b) + costs(c, d)
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                if may_meet(*one) and may_meet(*other) and costs(*one) + costs(*other) < now:
                    pairs[i], pairs[j] = (min(one), max(one)), (min(other), max(other))
                    changed = True
                    break
    return pairs


def _round_robin(tournament: Tournament) -> Pairs:
    """Return the next round of the circle: one stays, the others go on by a place each round.

    Source: the Berger tables' principle (FIDE Handbook C.05, annex 1). A person who left is a bye for the
    others.
    """
    circle: list[str | None] = [*tournament.people]
    if len(circle) % 2:
        circle.append(None)
    number = len(tournament.rounds)
    if number >= len(circle) - 1:
        raise InputFault(TEXTS.say("rounds.refused.over"))
    turned = [circle[0], *_rotated(circle[1:], number)]
    here = frozenset(tournament.staying)
    pairs: Pairs = []
    for one, other in zip(turned[: len(turned) // 2], reversed(turned), strict=False):
        present = [name for name in (one, other) if name is not None and name in here]
        if present:
            pairs.append((present[0], present[1] if len(present) > 1 else None))
    return pairs


def _rotated(names: list[str | None], by: int) -> Iterable[str | None]:
    return (*names[-by:], *names[:-by]) if by else names


def _knock_out(tournament: Tournament) -> Pairs:
    """Pair the winners of the last round side by side; in the first round the strongest have the byes.

    Nobody wins a place by another's leaving: whoever left loses the place in the next round to a bye.
    """
    if not tournament.rounds:
        bracket = _bracket(len(tournament.people))
        names = [tournament.people[at] if at < len(tournament.people) else None for at in bracket]
    else:
        names = [one.winner for one in tournament.rounds[-1].pairings]
    here = frozenset(tournament.staying)
    return _side_by_side([name if name in here else None for name in names])


def _side_by_side(names: list[str | None]) -> Pairs:
    pairs: Pairs = []
    for one, other in zip_longest(names[::2], names[1::2]):
        both = [name for name in (one, other) if name is not None]
        if both:
            pairs.append((both[0], both[1] if len(both) > 1 else None))
    # Where everybody's opponent has left, those who stay meet at once.
    if len(pairs) > 1 and all(other is None for _, other in pairs):
        return _side_by_side([one for one, _ in pairs])
    return pairs


def _bracket(count: int) -> list[int]:
    """Return the places of a bracket by strength, such that the two strongest could meet only at the end.

    >>> _bracket(6)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    found = [0]
    while len(found) < count:
        size = 2 * len(found)
        found = [place for one in found for place in (one, size - 1 - one)]
    return found
