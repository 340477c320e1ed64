"""Places that no play explains, and what is played elsewhere on the same table. Pure.

A piece that is set aside is accepted as it lies, like a leftover, but nothing is built on it: a line that
concerns it is asked about, not played.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine.core.game import A, Game, S
from engine.core.ids import PieceId
from engine.session.explaining.explanations import Ambiguous, Explanation, Pending, Settled, Why
from engine.session.explaining.lines import USUAL, ActionLine, Call, SearchLimits, concerned
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import NO_LEFTOVERS, Leftovers, Sighting, lies_wrong


def explain_beside(  # noqa: PLR0913  # the search's question and its bounds, by name
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    aside: Leftovers,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    calls: Sequence[Call[A]] = (),
    limits: SearchLimits = USUAL,
) -> Explanation[S, A]:
    """Return the meaning of a sighting without the pieces that were set aside (None: seen nowhere).

    Rules:
        asks (0066, test_doubtful_places.py): A play that concerns a piece that is set aside is asked about.
    """
    found = explain(game, state, sighting, leftovers={**leftovers, **aside}, calls=calls, limits=limits)
    if isinstance(found, Settled) and touches(game, found.line, aside):
        return found.among or Ambiguous(Why.IN_DOUBT, (found.line,), (1.0,))
    return found


def touches(game: Game[S, A], line: ActionLine[S, A], aside: Leftovers) -> bool:
    """Tell whether a line concerns a piece set aside, or a cell where an unseen one should lie."""
    pieces = concerned(game, line)
    if pieces & aside.keys():
        return True
    before, after = game.layout(line.states[0]), game.layout(line.state)
    unseen = {before[piece].cell for piece, spot in aside.items() if spot is None and piece in before}
    return any(layout[piece].cell in unseen for layout in (before, after) for piece in pieces & layout.keys())


def held_by(game: Game[S, A], doubt: Pending[S, A] | Ambiguous[S, A]) -> frozenset[PieceId]:
    """Return the pieces that a doubt is about."""
    found = frozenset(piece for line in doubt.lines for piece in concerned(game, line))
    return found | {put.piece for put in doubt.puts} if isinstance(doubt, Pending) else found


def elsewhere(  # noqa: PLR0913  # the search's question and its bounds, by name
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    doubt: Pending[S, A] | Ambiguous[S, A],
    aside: Leftovers,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    limits: SearchLimits = USUAL,
) -> tuple[ActionLine[S, A], tuple[ActionLine[S, A], ...]] | None:
    """Return the plays that are sure in spite of a doubt elsewhere, and the doubt's lines after them.

    A play is sure only if it is legal and has the same result both before and after every answer to the
    doubt. None: no play is sure, or none stands alone.
    """
    held = held_by(game, doubt)
    lies = {piece: sighting.spots.get(piece) for piece in held - leftovers.keys()}
    found = explain_beside(game, state, sighting, {**aside, **lies}, leftovers=leftovers, limits=limits)
    if not isinstance(found, Settled):
        return None
    afterwards = tuple(_after(game, found.line, line) for line in doubt.lines)
    sure = tuple(line for line in afterwards if line is not None)
    return (found.line, sure) if len(sure) == len(afterwards) else None


def _after(game: Game[S, A], first: ActionLine[S, A], then: ActionLine[S, A]) -> ActionLine[S, A] | None:
    """Return a line as played after another, if both orders give the same result."""
    one = _played(game, first.state, then)
    other = _played(game, then.state, first)
    return one if one is not None and other is not None and one.state == other.state else None


def _played(game: Game[S, A], state: S, line: ActionLine[S, A]) -> ActionLine[S, A] | None:
    states = [state]
    for action in line.actions:
        if game.violations(states[-1], action):
            return None
        states.append(game.apply(states[-1], action))
    return ActionLine(line.actions, tuple(states), line.pieces)


def has_marks(game: Game[S, A], line: ActionLine[S, A]) -> bool:
    """Tell whether every play of a line, with its answers, leaves more of a mark than a push to an edge."""
    starts = [n for n, state in enumerate(line.states[:-1]) if n == 0 or not game.decider(state).continues]
    return all(_shows(game, line, start, end) for start, end in pairwise([*starts, len(line.actions)]))


def _shows(game: Game[S, A], line: ActionLine[S, A], start: int, end: int) -> bool:
    before, after = game.layout(line.states[start]), game.layout(line.states[end])
    return any(lies_wrong(before.get(piece), after.get(piece)) for piece in before.keys() | after.keys())
