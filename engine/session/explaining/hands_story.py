"""The line of play that hands showed, where there are too many lines to search all. Pure.

A search that runs out of steps knows a line that explains the table, and can't know whether there is another.
So two plays at a time are searched for alternatives, while all others are taken as they are. For these two,
every way to play them is then known. Hands have shown the actors, their targets and their order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, pairwise
from typing import Generic

from engine.core.game import A, Game, S
from engine.core.ids import PieceId
from engine.session.explaining.case import Case
from engine.session.explaining.lines import ActionLine, LineFit, concerned
from engine.session.seen.sighting import Leftovers, Sighting, same_claim

_MOST_PLAYS = 7
"""With more plays there are too many pairs."""

_MOST_APART = 4
"""The most plays that are searched together: two, and those that can't be played without them."""

_ROUNDS = 3
"""How often a likelier line may replace the likeliest one."""


@dataclass(frozen=True, slots=True)
class Story(Generic[S, A]):
    """The lines that may have been played, by the touches of hands."""

    lines: tuple[ActionLine[S, A], ...]
    """The lines, the likeliest first."""
    whole: bool
    """Whether hands showed exactly the first line."""


@dataclass(frozen=True, slots=True)
class _Others(Generic[S, A]):
    """Lines that differ from a given one in two plays."""

    lines: tuple[ActionLine[S, A], ...]
    """The lines."""
    complete: bool
    """Whether these are all such lines."""
    applied: int
    """How many actions were tried to find them."""


@dataclass(frozen=True, slots=True)
class _Part(Generic[S, A]):
    """The plays after a beginning; some are left out and searched for again."""

    start: ActionLine[S, A]
    """The beginning."""
    plays: Sequence[tuple[A, ...]]
    """The plays, each with its answers."""
    left_out: frozenset[int]
    """The numbers of the plays that are left out, from 0."""
    otherwise: bool = False
    """Whether the beginning differs from the line's own, so that the end may differ too."""


def story_of_hands(case: Case[S, A], lines: Sequence[ActionLine[S, A]]) -> Story[S, A]:
    """Return the lines by the touches of hands, with alternatives for any two plays of the likeliest.

    `lines`: some lines from one state that explain the table.
    """
    evidence = case.evidence
    found: dict[S, ActionLine[S, A]] = {}
    _add(case, found, lines)
    left = _ROUNDS * case.limits.applied
    for _ in range(_ROUNDS):
        best = max(found.values(), key=evidence.weight)
        if not evidence.saw_some_of_all(best):
            break
        others = _others(case, best, left)
        left -= others.applied
        _add(case, found, others.lines)
        if max(found.values(), key=evidence.weight) == best:
            return Story(_by_weight(case, found), others.complete and evidence.saw_all_of(best))
    return Story(_by_weight(case, found), whole=False)


def played_on(case: Case[S, A], line: ActionLine[S, A]) -> tuple[ActionLine[S, A], ...]:
    """Return the continuations of a line that fits but for edges: with further plays that make it fit.

    They are for a line of the greatest length that is searched, because a search finds nothing longer.
    """
    known = _still_put_up_with(case, line.state)
    after = replace(case, state=line.state, leftovers=known, calls=()).search().lines.get(LineFit.EXACT, ())
    whole = (ActionLine((*line.actions, *one.actions), (*line.states, *one.states[1:])) for one in after)
    return tuple(replace(one, pieces=concerned(case.game, one)) for one in whole)


def _add(case: Case[S, A], found: dict[S, ActionLine[S, A]], lines: Sequence[ActionLine[S, A]]) -> None:
    """Add lines in the order of the hands; of several with the same result, the likeliest."""
    evidence = case.evidence
    for line in map(evidence.in_order, lines):
        known = found.get(line.state)
        if known is None or evidence.weight(line) > evidence.weight(known):
            found[line.state] = line


def _by_weight(case: Case[S, A], found: Mapping[S, ActionLine[S, A]]) -> tuple[ActionLine[S, A], ...]:
    return tuple(sorted(found.values(), key=case.evidence.weight, reverse=True))


def _others(case: Case[S, A], line: ActionLine[S, A], most_applied: int) -> _Others[S, A]:
    """Return the lines that differ from a given one in any two plays, as far as they can be found."""
    game, left = case.game, most_applied
    plays = _plays(game, line)
    if not 1 < len(plays) <= _MOST_PLAYS:
        return _Others((), complete=False, applied=0)
    found: list[ActionLine[S, A]] = []
    complete = True
    for part in _parts(game, line, plays):
        rest, apart = _without(game, part)
        whole = _played(game, rest, _actions(apart))
        # Else their order affects something that pieces don't show.
        is_same = part.otherwise or (whole is not None and whole.state == line.state)
        if len(apart) > _MOST_APART or not is_same:
            complete = False
            continue
        stays = () if len(part.plays) - 1 in part.left_out else _stays(game, rest, apart)
        changed = _changed_by(game, whole, stays) if whole is not None else frozenset()
        known = {**_still_put_up_with(case, rest.state), **_as_seen(case.sighting, changed)}
        limits = replace(case.limits, actions=_MOST_APART, applied=left)
        findings = replace(case, state=rest.state, leftovers=known, calls=(), limits=limits).search()
        left -= findings.applied
        complete = complete and findings.complete
        for other in findings.lines.get(LineFit.EXACT, ()):
            both = _played(game, rest, (*other.actions, *stays))
            if both is not None:
                found.append(replace(both, pieces=concerned(game, both)))
    return _Others(tuple(found), complete, most_applied - left)


def _parts(game: Game[S, A], line: ActionLine[S, A], plays: Sequence[tuple[A, ...]]) -> Iterator[_Part[S, A]]:
    """Yield the parts to search for alternatives: any two plays, or a hit's answer and one later play.

    No play can come before an open answer. So a part without that answer would leave every later play to the
    search.
    """
    start: ActionLine[S, A] = ActionLine((), line.states[:1])
    if not game.decider(start.state).continues:
        for some in _together(game, line, plays):
            yield _Part(start, plays, some)
        return
    first, *rest = plays
    count = len(first)
    answered = ActionLine(line.actions[:count], line.states[: count + 1])
    for some in _together(game, ActionLine(line.actions[count:], line.states[count:]), rest):
        yield _Part(answered, rest, some)
    for action in game.legal_actions(start.state):
        other = _played(game, start, (action,)) if action != first[0] else None
        if other is not None:
            yield from (_Part(other, rest, frozenset((n,)), otherwise=True) for n in range(len(rest)))


def _still_put_up_with(case: Case[S, A], state: S) -> Leftovers:
    """Return the leftovers of pieces that a later state expects to lie the same."""
    before, layout = case.evidence.layout, case.game.layout(state)
    return {
        piece: spot
        for piece, spot in case.leftovers.items()
        if same_claim(before.get(piece), layout.get(piece))
    }


def _as_seen(sighting: Sighting, pieces: Iterable[PieceId]) -> Leftovers:
    return {piece: sighting.spots.get(piece) for piece in pieces}


def _stays(game: Game[S, A], rest: ActionLine[S, A], apart: Sequence[tuple[A, ...]]) -> tuple[A, ...]:
    """Return the last of some plays if it awaits an answer and is independent of those before it.

    The others came before it, so alternatives for them can be searched while it is taken as it is.
    """
    whole, others = _played(game, rest, _actions(apart)), _played(game, rest, _actions(apart[:-1]))
    if whole is None or others is None or not game.decider(whole.state).continues:
        return ()
    last = apart[-1]
    earlier = ActionLine(others.actions[len(rest.actions) :], others.states[len(rest.states) - 1 :])
    return () if _changed_by(game, whole, last) & concerned(game, earlier) else last


def _changed_by(game: Game[S, A], line: ActionLine[S, A], last: tuple[A, ...]) -> frozenset[PieceId]:
    """Return the pieces that a line's last actions changed."""
    before, after = game.layout(line.states[-1 - len(last)]), game.layout(line.state)
    return frozenset(
        piece for piece in before.keys() | after.keys() if not same_claim(before.get(piece), after.get(piece))
    )


def _actions(plays: Sequence[tuple[A, ...]]) -> list[A]:
    return [action for play in plays for action in play]


def _together(
    game: Game[S, A], line: ActionLine[S, A], plays: Sequence[tuple[A, ...]]
) -> tuple[frozenset[int], ...]:
    """Return the pairs of plays that must be varied together: any two that concern several pieces.

    An action of one piece by itself, such as a move, shows in that piece.
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


def _plays(game: Game[S, A], line: ActionLine[S, A]) -> list[tuple[A, ...]]:
    """Return a line's actions, each with its answers."""
    starts = [n for n, state in enumerate(line.states[:-1]) if n == 0 or not game.decider(state).continues]
    return [line.actions[start:end] for start, end in pairwise([*starts, len(line.actions)])]


def _without(game: Game[S, A], part: _Part[S, A]) -> tuple[ActionLine[S, A], list[tuple[A, ...]]]:
    """Return a line without some plays, and these plays with all that can't be played without them."""
    rest = part.start
    apart: list[tuple[A, ...]] = []
    for n, play in enumerate(part.plays):
        longer = None if n in part.left_out else _played(game, rest, play)
        if longer is None or game.decider(longer.state).continues:
            apart.append(play)
        else:
            rest = longer
    return rest, apart


def _played(game: Game[S, A], line: ActionLine[S, A], actions: Sequence[A]) -> ActionLine[S, A] | None:
    """Return a line followed by some actions; None where they can't be played."""
    states = list(line.states)
    for action in actions:
        if game.violations(states[-1], action):
            return None
        states.append(game.apply(states[-1], action))
    return ActionLine((*line.actions, *actions), tuple(states), line.pieces)
