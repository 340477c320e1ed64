"""Plays that hands made before a tablet ended the turn, and that pictures show only after it.

A player puts a piece down and taps the end of the turn at once; the camera's pictures take half a second, or
many seconds on a busy machine. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic

from engine.core.game import A, Game, S
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.layout import Layout, Spot
from engine.core.observations import Look, SourceKnows
from engine.session.explaining.explanations import Settled
from engine.session.explaining.lines import ActionLine, SearchLimits
from engine.session.explaining.referee import explain
from engine.session.matches.match import Match
from engine.session.seen.sighting import Leftovers, Sighting, lies_wrong

_KEPT = 4
"""The most ends of turns that are kept: one for each seat at a full table of Dozen War."""


@dataclass(frozen=True, slots=True)
class TappedEnd(Generic[S, A]):
    """A tablet's action that ended its seat's say, and all later actions."""

    state: S
    """The position before it."""
    leftovers: Leftovers
    """The pieces that lay otherwise then, and were accepted so."""
    at: Seconds
    """When it was tapped, by the clock of the looks."""
    since: tuple[A, ...]
    """The action, and all later ones."""
    revision: int
    """The match's revision after them."""
    still: frozenset[PieceId] = frozenset()
    """The pieces that a look from after it showed as they lay before: no hand had moved them by then."""


def passed_on(game: Game[S, A], before: S, after: S) -> bool:
    """Tell whether other seats have to decide after an action."""
    return game.decider(before).seats != game.decider(after).seats


def gone_on(
    ends: tuple[TappedEnd[S, A], ...], before: Match[S], after: Match[S], line: ActionLine[S, A]
) -> tuple[TappedEnd[S, A], ...]:
    """Return the ends after a line was committed; an end whose match went on otherwise is dropped."""
    return tuple(
        replace(one, since=(*one.since, *line.actions), revision=after.revision)
        for one in ends
        if one.revision == before.revision
    )


def kept(ends: tuple[TappedEnd[S, A], ...], new: TappedEnd[S, A]) -> tuple[TappedEnd[S, A], ...]:
    """Return the ends with one more, the newest last."""
    return (*ends, new)[-_KEPT:]


def unseen(ends: tuple[TappedEnd[S, A], ...], seen_at: Seconds | None) -> tuple[TappedEnd[S, A], ...]:
    """Return the ends before which something may have been played since the table was last seen unchanged."""
    return ends if seen_at is None else tuple(one for one in ends if seen_at <= one.at)


def looked_at(
    game: Game[S, A], ends: tuple[TappedEnd[S, A], ...], look: Look, owned: Mapping[PieceId, PieceId]
) -> tuple[TappedEnd[S, A], ...]:
    """Return the ends after a look, whether or not the table has settled; `owned`: the match's pieces.

    A steady look without blind cells also shows which pieces aren't on the table.
    """
    if look.reach.knows is not SourceKnows.HOW or all(look.taken_at <= one.at for one in ends):
        return ends
    lies = {
        owned[one.piece]: Spot(one.cell, one.face, sideways=one.sideways)
        for one in look.pieces.seen
        if one.piece in owned
    }
    shows_all = look.motion.steady and not (look.cells.blind or look.cells.unsure)
    return tuple(
        replace(one, still=one.still | _still(game.layout(one.state), lies, owned, shows_all=shows_all))
        if look.taken_at > one.at
        else one
        for one in ends
    )


def _still(
    layout: Layout, lies: Layout, owned: Mapping[PieceId, PieceId], *, shows_all: bool
) -> frozenset[PieceId]:
    return frozenset(
        piece
        for piece in owned.values()
        if (piece in lies or (shows_all and piece not in layout))
        and not lies_wrong(layout.get(piece), lies.get(piece))
    )


def played_before(
    game: Game[S, A],
    match: Match[S],
    seen: Sighting,
    ends: tuple[TappedEnd[S, A], ...],
    limits: SearchLimits,
) -> tuple[TappedEnd[S, A], ActionLine[S, A]] | None:
    """Return the end before which hands made a legal play, and the line from there to the present position.

    None if no such play explains the table, or if what was played since isn't legal after it. Pieces
    that were played since, and lie as they may now, count as they lay then.

    Rules:
        amends (0492, test_played_before.py): A play that nobody had looked for yet when a tablet ended the
            turn is played before that end.
    """
    for end in reversed(ends):
        if end.revision != match.revision:
            continue
        found = explain(
            game, end.state, _as_then(game, match, seen, end), leftovers=end.leftovers, limits=limits
        )
        if not isinstance(found, Settled) or not _is_theirs(game, found.line, game.decider(end.state).seats):
            continue
        if _moved(game, found.line) & end.still:
            continue
        whole = _then(game, found.line, end.since)
        if whole is not None:
            return end, whole
    return None


def _as_then(game: Game[S, A], match: Match[S], seen: Sighting, end: TappedEnd[S, A]) -> Sighting:
    """Return a sighting with all pieces that were played since as they lay at the end of the turn."""
    then, now = game.layout(end.state), game.layout(match.state)
    spots = dict(seen.spots)
    for piece in then.keys() | now.keys():
        lies = seen.spots.get(piece)
        known = piece in match.leftovers and not lies_wrong(match.leftovers[piece], lies)
        if not lies_wrong(then.get(piece), now.get(piece)) or (
            lies_wrong(now.get(piece), lies) and not known
        ):
            continue
        lay = end.leftovers.get(piece, then.get(piece))
        if lay is None or lay.covered:
            spots.pop(piece, None)
        else:
            spots[piece] = replace(lay, edge=bool(lay.edge))
    return replace(seen, spots=spots)


def _is_theirs(game: Game[S, A], line: ActionLine[S, A], seats: tuple[Seat, ...]) -> bool:
    return all(
        game.decider(state).seats == seats and not game.trace(state, action).explicit
        for state, action in zip(line.states, line.actions, strict=False)
    )


def _moved(game: Game[S, A], line: ActionLine[S, A]) -> frozenset[PieceId]:
    before, after = game.layout(line.states[0]), game.layout(line.state)
    return frozenset(
        piece for piece in before.keys() | after.keys() if lies_wrong(before.get(piece), after.get(piece))
    )


def _then(game: Game[S, A], line: ActionLine[S, A], since: tuple[A, ...]) -> ActionLine[S, A] | None:
    """Return a line with more actions after it, None if one of them isn't legal there."""
    for action in since:
        if game.violations(line.state, action):
            return None
        after = game.apply(line.state, action)
        line = replace(line, actions=(*line.actions, action), states=(*line.states, after))
    return line
