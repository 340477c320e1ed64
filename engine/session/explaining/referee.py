"""The referee: what a settled sighting means. Written once, for all games; no game detects its own moves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.core.game import A, Game, Heaped, S
from engine.core.ids import Cell, PieceId
from engine.session.explaining.explanations import Ambiguous, Explanation, Pending, Settled, Unchanged, Why
from engine.session.explaining.hands_story import shown_by_hands
from engine.session.explaining.likelihood import Witness
from engine.session.explaining.lines import USUAL, Call, Effort, Findings, Fit, Limits, Line, concerned
from engine.session.explaining.search import dash, search
from engine.session.explaining.unexplained import puts_to_finish, unexplained
from engine.session.seen.sighting import (
    NO_LEFTOVERS,
    Leftovers,
    Sighting,
    same_claim,
    with_gone,
    with_presumed,
)


def explain(
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    calls: Sequence[Call[A]] = (),
    limits: Limits = USUAL,
) -> Explanation[S, A]:
    """Return what a settled sighting means in a state.

    `leftovers` are put up with as long as they lie as they do. `calls` are explicit actions that were
    reported and must be part of the explanation.

    Something unread elsewhere may be a piece that isn't where it lay. It isn't, where legal play explains
    that the piece is gone, and shows in other pieces as well, or where nothing is unread but what lies face
    down anyway.
    """
    layout, backed = game.layout(state), _backed(game, state)
    presumed = with_presumed(sighting, layout, leftovers, backed=backed)
    found = _explained(game, state, presumed, leftovers, calls, limits)
    gone = with_gone(sighting, layout)
    if gone is None and presumed is not sighting:
        gone = sighting  # what was presumed to be there needn't be
    if gone is None or isinstance(found, Settled):
        return found
    other = _explained(game, state, gone, leftovers, calls, limits)
    if not isinstance(other, Settled):
        return found
    if sighting.murky <= backed or _shows_in(game, other.line, gone):
        return other
    return Pending(Why.HIDDEN, (other.line,)) if isinstance(found, Unchanged) else found


def _backed(game: Game[S, A], state: S) -> frozenset[Cell]:
    """Return the cells in which something should lie face down."""
    return (
        frozenset(heap.cell for heap in game.heaps(state) if heap.number)
        if isinstance(game, Heaped)
        else frozenset()
    )


def _shows_in(game: Game[S, A], line: Line[S, A], sighting: Sighting) -> bool:
    """Tell whether a line changes anything about a piece that is seen."""
    before, after = game.layout(line.states[0]), game.layout(line.state)
    return any(
        piece in sighting.spots and not same_claim(before.get(piece), after.get(piece))
        for piece in concerned(game, line)
    )


def _explained(  # noqa: PLR0917 # as `explain`, of one reading of the table
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    calls: Sequence[Call[A]],
    limits: Limits,
) -> Explanation[S, A]:
    quick = None if calls else dash(game, state, sighting, leftovers=leftovers, limits=limits)
    if quick is not None:
        return _dashed(game, state, sighting, leftovers, quick, limits)
    for effort in Effort:
        found = search(game, state, sighting, leftovers=leftovers, calls=calls, limits=limits, effort=effort)
        # Who ran out of steps already finds no more by looking wider.
        if found.lines or not found.start.wrong or not found.complete:
            break
    if not (calls or found.lines or found.complete):
        late = dash(game, state, sighting, leftovers=leftovers, limits=limits, after_search=True)
        if late is not None:
            return _dashed(game, state, sighting, leftovers, late, limits)
    if not calls and not found.start.pieces:
        return Unchanged()
    witness = Witness(game, state, sighting, leftovers)
    if not calls:
        nudged = _nudged(found, witness)
        if isinstance(nudged, Ambiguous) and nudged.why is Why.NUDGED:
            return _with_either_nudged(game, state, sighting, leftovers, nudged, limits, witness)
        if nudged is not None:
            return nudged
    certain = _certain(found, witness, fit=Fit.EXACT)
    if isinstance(certain, Ambiguous) and certain.why is Why.SEVERAL and not (found.complete or calls):
        certain = _shown(game, sighting, leftovers, certain.lines, witness, limits) or certain
    if isinstance(certain, Ambiguous) and not calls:
        return _with_either_nudged(game, state, sighting, leftovers, certain, limits, witness)
    if isinstance(certain, Settled) and not calls and witness.has_entangled(certain.line):
        return _or_nudged(game, state, sighting, leftovers, certain, limits, witness)
    if certain is not None:
        return certain
    if not calls and not found.start.wrong:
        return _besides_nudges(found, witness) or Unchanged(frozenset(found.start.edges))
    sloppy = _certain(found, witness, fit=Fit.SLOPPY)
    if sloppy is not None:
        besides = (
            () if calls else _lines_besides_nudges(game, state, sighting, leftovers, found, limits, witness)
        )
        if not besides:
            return sloppy
        either = replace(found, lines={Fit.SLOPPY: (*found.lines[Fit.SLOPPY], *besides)})
        return _certain(either, witness, fit=Fit.SLOPPY) or sloppy
    doubtful = found.lines.get(Fit.DOUBTFUL, ())
    if doubtful:
        asked = _ranked(Why.NOT_PUSHED, doubtful, witness)
        if witness.grounds.rests_on_hidden(doubtful):
            return Pending(Why.HIDDEN, asked.lines)
        if len(asked.lines) == 1 and found.complete and witness.nudges_apart(asked.lines[0]):
            return Settled(asked.lines[0])
        return asked
    unseen = found.lines.get(Fit.UNSEEN, ())
    if unseen:
        return _ranked(Why.SEVERAL, unseen, witness)
    unfinished = found.lines.get(Fit.UNFINISHED, ())
    if unfinished:
        why = Why.HIDDEN if witness.grounds.rests_on_hidden(unfinished) else Why.UNFINISHED
        return Pending(why, unfinished, puts_to_finish(game, unfinished[0], sighting, found))
    return unexplained(game, state, sighting, leftovers, found)


def _dashed(  # noqa: PLR0917 # as `explain`, and what a quick look found
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    quick: Findings[S, A],
    limits: Limits,
) -> Explanation[S, A]:
    """Return what a quick look found: sure only if all ways can be looked through, or hands showed it."""
    sure = _whole(game, state, sighting, leftovers, quick, limits) if isinstance(game, Heaped) else None
    if sure is not None:
        return sure
    lines, witness = quick.lines[Fit.EXACT], Witness(game, state, sighting, leftovers)
    shown = _shown(game, sighting, leftovers, lines, witness, limits)
    return shown or _ranked(Why.SEVERAL, lines, witness)


def _whole(  # noqa: PLR0917 # as `explain`, and what a quick look found
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    quick: Findings[S, A],
    limits: Limits,
) -> Explanation[S, A] | None:
    """Return what several cards that were laid at once mean, if all ways as long could be looked through.

    Cards go where they are played, in whatever order: there are few ways, where a soldier has many.
    """
    longest = max(len(line.actions) for line in quick.lines[Fit.EXACT])
    deeper = replace(limits, actions=longest, applied=limits.dash_applied)
    found = search(game, state, sighting, leftovers=leftovers, limits=deeper)
    if not found.complete:
        return None
    return _certain(found, Witness(game, state, sighting, leftovers), fit=Fit.EXACT)


def _nudged(found: Findings[S, A], witness: Witness[S, A]) -> Explanation[S, A] | None:
    """Return what was played besides pushes that were hardly plays; None where a line needs none of them."""
    exact = found.lines.get(Fit.EXACT, ())
    if not exact or not all(witness.may_be_a_nudge(line) for line in exact):
        return None
    besides = _besides_nudges(found, witness)
    if besides is not None:
        return besides
    if not found.start.wrong:
        return Unchanged(frozenset(found.start.edges))
    return _ranked(Why.NUDGED, exact, witness)


def _with_either_nudged(  # noqa: PLR0917 # as `_explained`, and what it found
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    asked: Ambiguous[S, A],
    limits: Limits,
    witness: Witness[S, A],
) -> Ambiguous[S, A]:
    """Return a question, also with what was played if a piece at an edge was only nudged."""
    nudged = witness.maybe_nudged & {piece for line in asked.lines for piece in line.pieces}
    if not nudged:
        return asked
    lines = list(asked.lines)
    for piece in sorted(nudged):
        untold = _with_edges_untold(sighting, (piece,))
        apart = search(game, state, untold, leftovers=leftovers, limits=limits)
        lines += [line for line in apart.lines.get(Fit.EXACT, ()) if line not in lines]
    return _ranked(asked.why, lines, witness)


def _or_nudged(  # noqa: PLR0917 # as `_explained`, and what it found
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    certain: Settled[S, A],
    limits: Limits,
    witness: Witness[S, A],
) -> Settled[S, A] | Ambiguous[S, A]:
    """Return what was played, or a question where one play less and a nudge fit what hands did better."""
    alone = Ambiguous(Why.SEVERAL, (certain.line,), (1.0,))
    asked = _with_either_nudged(game, state, sighting, leftovers, alone, limits, witness)
    return asked if asked.lines[0] != certain.line else certain


def _with_edges_untold(sighting: Sighting, pieces: Iterable[PieceId]) -> Sighting:
    """Return the table as if nobody knew of these pieces whether they are pushed to their cell's edge."""
    untold = {piece: replace(sighting.spots[piece], edge=None) for piece in pieces}
    return replace(sighting, spots={**sighting.spots, **untold})


def _besides_nudges(found: Findings[S, A], witness: Witness[S, A]) -> Explanation[S, A] | None:
    """Return what was played if pushes that a hand may have made in passing are none; None: nothing was."""
    apart = tuple(
        line
        for fit in (Fit.SLOPPY, Fit.DOUBTFUL)
        for line in found.lines.get(fit, ())
        if witness.nudges_apart(line) and not witness.may_be_a_nudge(line) and witness.saw_any_of(line)
    )
    return _certain(replace(found, lines={Fit.EXACT: apart}), witness, fit=Fit.EXACT)


def _lines_besides_nudges(  # noqa: PLR0917 # as `_explained`, and what it found
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    found: Findings[S, A],
    limits: Limits,
    witness: Witness[S, A],
) -> tuple[Line[S, A], ...]:
    """Return what was played if a push is a nudge, by which sloppy lines have somebody act unshown."""
    sloppy = found.lines[Fit.SLOPPY]
    if any(witness.is_shown(line) for line in sloppy):
        return ()
    nudged = witness.maybe_nudged & {piece for line in sloppy for piece in line.pieces}
    if not nudged:
        return ()
    untold = _with_edges_untold(sighting, nudged)
    lines = search(game, state, untold, leftovers=leftovers, limits=limits).lines
    return next((lines[fit] for fit in (Fit.EXACT, Fit.SLOPPY) if fit in lines), ())


def _certain(
    found: Findings[S, A], witness: Witness[S, A], *, fit: Fit
) -> Settled[S, A] | Ambiguous[S, A] | Pending[S, A] | None:
    lines = witness.grounds.with_backs(witness.grounds.with_tops(found.lines.get(fit, ())))
    if not lines:
        return None
    asked = _ranked(Why.SEVERAL, lines, witness)
    if witness.grounds.rests_on_hidden(lines) or witness.grounds.leaves_out_what_passed(lines):
        return Pending(Why.HIDDEN, asked.lines)
    if witness.grounds.rests_on_guesses(lines):
        return replace(asked, why=Why.UNNAMED)
    if witness.grounds.rests_on_unwatched(lines):
        return replace(asked, why=Why.UNWATCHED)
    if len(asked.lines) == 1 and found.complete:
        return Settled(asked.lines[0])
    if found.complete and witness.decides(asked.lines[0], asked.lines[1:], asked.likelihoods[0]):
        return Settled(asked.lines[0], asked)
    return asked


def _shown(  # noqa: PLR0917 # as `explain`, and what a search that ran out of steps knows
    game: Game[S, A],
    sighting: Sighting,
    leftovers: Leftovers,
    lines: Sequence[Line[S, A]],
    witness: Witness[S, A],
    limits: Limits,
) -> Settled[S, A] | None:
    """Return what hands showed to have been played, one thing after the other; None where they didn't."""
    ordered = shown_by_hands(game, sighting, leftovers, lines, witness, limits)
    if (
        ordered is None
        or witness.grounds.rests_on_hidden(ordered)
        or witness.grounds.rests_on_guesses(ordered)
    ):
        return None
    if witness.grounds.rests_on_unwatched(ordered) or witness.grounds.leaves_out_what_passed(ordered):
        return None
    asked = _ranked(Why.SEVERAL, ordered, witness)
    line, *others = asked.lines
    if not others:
        return Settled(line)
    return Settled(line, asked) if witness.decides(line, others, asked.likelihoods[0]) else None


def _ranked(why: Why, lines: Sequence[Line[S, A]], witness: Witness[S, A]) -> Ambiguous[S, A]:
    """Return a question, its likeliest answer first; equally likely ones stay in their order.

    Of lines that come to the same, now or whatever follows, the likeliest stands for all.
    """
    ordered = [witness.in_order(line) for line in lines]
    weighed = sorted(zip(witness.weights(ordered), ordered, strict=True), key=lambda one: -one[0])
    best: dict[S, tuple[float, Line[S, A]]] = {}
    for weight, line in weighed:
        if line.state not in best and not any(witness.levels(line.state, state) for state in best):
            best[line.state] = weight, line
    total = sum(weight for weight, _ in best.values())
    rated = [(weight / total, line) for weight, line in best.values()]
    return Ambiguous(why, tuple(line for _, line in rated), tuple(likely for likely, _ in rated))
