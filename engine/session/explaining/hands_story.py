"""What hands showed to have been played, where there are too many ways to look through them all. Pure.

A search that runs out of steps knows a line that explains the table, and can't know that there is no other.
So whatever may have been otherwise is looked through a few plays at a time: with all but two of them taken as
they are, every way to play these two is known. Who did what to whom, in which order, hands have shown.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, combinations, pairwise

from engine.core.game import A, Game, Heaped, S
from engine.session.explaining.case import Case
from engine.session.explaining.lines import Fit, Line, concerned
from engine.session.seen.sighting import same_claim

_MOST_PLAYS = 7
"""With more of them there are too many twos."""

_MOST_APART = 3
"""Plays that are looked through together: two, and those that can't be played without them."""

_ROUNDS = 3
"""How often the likeliest line may make way for a likelier one."""


def shown_by_hands(case: Case[S, A], lines: Sequence[Line[S, A]]) -> tuple[Line[S, A], ...] | None:
    """Return the line that hands showed, and then whatever else it might have been, likeliest first.

    `lines`: some that explain the table, from one state. None: hands didn't show all of any line, or what
    else it might have been can't be looked through.
    """
    if isinstance(case.game, Heaped):
        return None
    witness = case.witness
    in_order = [witness.in_order(line) for line in lines]
    best = max(in_order, key=witness.weight)
    found: dict[S, Line[S, A]] = {line.state: line for line in in_order}
    for _ in range(_ROUNDS):
        others = _others(case, best) if witness.saw_some_of_all(best) else None
        if others is None:
            return None
        for line in map(witness.in_order, others):
            known = found.get(line.state)
            if known is None or witness.weight(line) > witness.weight(known):
                found[line.state] = line
        ordered = sorted(found.values(), key=witness.weight, reverse=True)
        if ordered[0] == best:
            return tuple(ordered) if witness.saw_all_of(best) else None
        best = ordered[0]
    return None


def _others(case: Case[S, A], line: Line[S, A]) -> list[Line[S, A]] | None:
    """Return the lines that differ from one in any two plays, or None where not all can be found."""
    game, limits = case.game, case.limits
    plays = _plays(game, line)
    if not 1 < len(plays) <= _MOST_PLAYS:
        return None
    before = game.layout(line.states[0])
    together = _together(game, line, plays)
    each = replace(limits, actions=_MOST_APART, applied=limits.applied // len(together))
    found: list[Line[S, A]] = []
    for some in together:
        rest, apart = _without(game, line, plays, some)
        if len(apart) > _MOST_APART:
            return None
        whole = _played(game, rest, [action for play in apart for action in play])
        if whole is None or whole.state != line.state:
            return None  # their order matters, to something that pieces don't show
        layout = game.layout(rest.state)
        known = {
            piece: spot
            for piece, spot in case.leftovers.items()
            if same_claim(before.get(piece), layout.get(piece))
        }
        findings = replace(case, state=rest.state, leftovers=known, calls=(), limits=each).search()
        if not findings.complete:
            return None
        for other in findings.lines.get(Fit.EXACT, ()):
            both = Line((*rest.actions, *other.actions), (*rest.states, *other.states[1:]))
            found.append(replace(both, pieces=concerned(game, both)))
    return found


def _together(
    game: Game[S, A], line: Line[S, A], plays: Sequence[tuple[A, ...]]
) -> tuple[frozenset[int], ...]:
    """Return which plays may have been otherwise only together: any two that concern others, too.

    What one piece does by itself, as a move, shows in that piece.
    """
    starts = list(accumulate((len(play) for play in plays[:-1]), initial=0))
    sole = {
        n
        for n, start in enumerate(starts)
        if len(plays[n]) == 1 and len(game.trace(line.states[start], line.actions[start]).pieces) == 1
    }
    twos = combinations((n for n in range(len(plays)) if n not in sole), 2)
    singly = sole if len(plays) - len(sole) != 1 else range(len(plays))
    return (*map(frozenset, twos), *(frozenset((n,)) for n in sorted(singly)))


def _plays(game: Game[S, A], line: Line[S, A]) -> list[tuple[A, ...]]:
    """Return a line's actions, each with its answers."""
    starts = [n for n, state in enumerate(line.states[:-1]) if n == 0 or not game.decider(state).continues]
    return [line.actions[start:end] for start, end in pairwise([*starts, len(line.actions)])]


def _without(
    game: Game[S, A], line: Line[S, A], plays: Sequence[tuple[A, ...]], left_out: frozenset[int]
) -> tuple[Line[S, A], list[tuple[A, ...]]]:
    """Return a line without some plays, and these, with those that can't be played without them."""
    rest: Line[S, A] = Line((), line.states[:1])
    apart: list[tuple[A, ...]] = []
    for n, play in enumerate(plays):
        longer = None if n in left_out else _played(game, rest, play)
        if longer is None:
            apart.append(play)
        else:
            rest = longer
    return rest, apart


def _played(game: Game[S, A], line: Line[S, A], actions: Sequence[A]) -> Line[S, A] | None:
    """Return a line with some actions after it; None where they can't be played, or an answer is owed."""
    states = list(line.states)
    for action in actions:
        if game.violations(states[-1], action):
            return None
        states.append(game.apply(states[-1], action))
    if game.decider(states[-1]).continues:
        return None
    return Line((*line.actions, *actions), tuple(states), line.pieces)
