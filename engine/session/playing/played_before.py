"""Plays that hands made before a tablet ended the turn, and that pictures show only after it.

A player puts a piece down and taps the end of the turn at once; the camera's pictures take half a second, or
many seconds on a busy machine. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic

from engine.bus.messages.commands import Command
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import A, Game, S, written_by
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.layout import Layout, Spot
from engine.core.observations import Look, SourceKnows
from engine.session.explaining.explanations import Ambiguous, Explanation, Settled, Why
from engine.session.explaining.lines import ActionLine, SearchLimits
from engine.session.explaining.referee import explain
from engine.session.matches.match import Match, described
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
    asked: bool = False
    """Whether the players are asked what was played before it."""


@dataclass(frozen=True, slots=True)
class PlayedBefore(Generic[S, A]):
    """The plays that hands may have made before a tablet's action."""

    end: TappedEnd[S, A]
    """The tablet's action."""
    meaning: Settled[S, A] | Ambiguous[S, A]
    """The plays, from the position before that action."""


def passed_on(game: Game[S, A], before: S, after: S) -> bool:
    """Tell whether other seats have to decide after an action, or the same seats in another phase."""
    one, other = game.decider(before), game.decider(after)
    return (one.seats, one.kind) != (other.seats, other.kind)


def ends_again(game: Game[S, A], match: Match[S], asked: Command) -> bool:
    """Tell whether a command asks for an action that has passed its turn on since the position it is about.

    A turn with nothing left to do ends by itself, often just before its player presses the button.
    """
    since = [one for one in match.past if one.revision >= asked.revision]
    if not since or since[0].revision != asked.revision:
        return False
    try:
        action = game.parse_action(entry_of(written_by(game, asked.action, asked.seat), "command"))
    except InputFault:
        return False
    after = (*(one.state for one in since[1:]), match.state)
    return any(
        passed_on(game, one.state, state)
        and asked.seat in (None, *game.decider(one.state).seats)
        and not game.violations(one.state, action)
        and described(game, one.state, action).text == one.played
        for one, state in zip(since, after, strict=True)
    )


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
    """Return the ends before which something may have been played since the table was last seen unchanged.

    An end that the players were asked about is kept for this once: it stays only if they are asked again.
    """
    kept_yet = (one for one in ends if seen_at is None or seen_at <= one.at or one.asked)
    return tuple(replace(one, asked=False) for one in kept_yet)


def before_end(
    ends: tuple[TappedEnd[S, A], ...], seen: Sighting, seen_at: Seconds | None
) -> tuple[TappedEnd[S, A], ...]:
    """Return the ends before which hands did all that they did since the table was last judged.

    Rules:
        amends (0494, test_played_before.py): A play that a look showed before a tablet ended the turn is
            played before that end, also where it could be a play of after it.
    """
    done = [touch.at for touch in seen.touches if seen_at is None or touch.at > seen_at]
    return tuple(one for one in ends if max(done) <= one.at) if done else ()


def asked_about(ends: tuple[TappedEnd[S, A], ...], end: TappedEnd[S, A]) -> tuple[TappedEnd[S, A], ...]:
    """Return the ends with a question open about one of them."""
    return tuple(replace(one, asked=True) if one == end else one for one in ends)


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
) -> PlayedBefore[S, A] | None:
    """Return the plays that hands may have made before an end; None if none explains the table.

    The later plays must be legal after each of them. Pieces that were played since, and lie as they may
    now, count as they lay then.

    Rules:
        amends (0492, test_played_before.py): A play that nobody had looked for yet when a tablet ended the
            turn is played before that end.
        amends (0494, test_played_before.py): If somebody may answer such a play, the end of the turn is
            taken back.
    """
    for end in reversed(ends):
        if end.revision != match.revision:
            continue
        found = explain(
            game, end.state, _as_then(game, match, seen, end), leftovers=end.leftovers, limits=limits
        )
        meaning = _possible(game, found, end)
        if meaning is not None:
            return PlayedBefore(end, meaning)
    return None


def _possible(
    game: Game[S, A], found: Explanation[S, A], end: TappedEnd[S, A]
) -> Settled[S, A] | Ambiguous[S, A] | None:
    """Return an explanation with those lines alone that may have been played before an end; None: none.

    Rules:
        asks (0494, test_played_before.py): If several such plays fit, the players are asked which was made;
            the match goes on meanwhile.
    """
    match found:
        case Settled(line):
            return Settled(line) if _may_be(game, line, end) else None
        case Ambiguous(why, lines, likelihoods):
            likely = likelihoods or (1.0 / len(lines),) * len(lines)
            left = [(line, one) for line, one in zip(lines, likely, strict=True) if _may_be(game, line, end)]
            if not left:
                return None
            if len(left) == 1 and len(lines) > 1 and why is Why.SEVERAL:
                return Settled(left[0][0])
            whole = sum(one for _, one in left)
            return Ambiguous(why, tuple(line for line, _ in left), tuple(one / whole for _, one in left))
        case _:
            return None


def _may_be(game: Game[S, A], line: ActionLine[S, A], end: TappedEnd[S, A]) -> bool:
    return (
        _is_theirs(game, line, game.decider(end.state).seats)
        and not _shown_moved(game, line) & end.still
        and with_later(game, line, end) is not None
    )


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


def _nobody_played_on(game: Game[S, A], end: TappedEnd[S, A]) -> bool:
    """Tell whether only chance has decided anything since an end."""
    first, *later = end.since
    state = game.apply(end.state, first)
    for action in later:
        if game.decider(state).chooser is not Chooser.CHANCE:
            return False
        state = game.apply(state, action)
    return True


def _shown_moved(game: Game[S, A], line: ActionLine[S, A]) -> frozenset[PieceId]:
    """Return the pieces that a line moves, except those that come to lie under others and aren't seen."""
    before, after = game.layout(line.states[0]), game.layout(line.state)
    moved = (one for one in before.keys() | after.keys() if lies_wrong(before.get(one), after.get(one)))
    return frozenset(
        piece for piece in moved if piece in before or not (after[piece].ground or after[piece].covered)
    )


def with_later(game: Game[S, A], line: ActionLine[S, A], end: TappedEnd[S, A]) -> ActionLine[S, A] | None:
    """Return a line with an end and all later actions after it; None if one of them isn't legal there.

    If somebody may answer the line, and nobody has played since the end, it comes without the end.
    """
    if game.violations(line.state, end.since[0]) and _nobody_played_on(game, end):
        return line
    for action in end.since:
        if game.violations(line.state, action):
            return None
        after = game.apply(line.state, action)
        line = replace(line, actions=(*line.actions, action), states=(*line.states, after))
    return line
