"""The referee: the meaning of a settled sighting.

Written once for all games; no game detects its own moves.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.game import A, Game, S
from engine.core.ids import Cell
from engine.session.explaining.case import Case
from engine.session.explaining.certain import certain, shown
from engine.session.explaining.explanations import (
    Ambiguous,
    Explanation,
    Pending,
    Settled,
    Unchanged,
    Unexplained,
    Why,
)
from engine.session.explaining.hands_story import played_on
from engine.session.explaining.likelihood import SURE
from engine.session.explaining.lines import (
    USUAL,
    ActionLine,
    Call,
    Effort,
    Findings,
    LineFit,
    SearchLimits,
    concerned,
)
from engine.session.explaining.nudges import (
    besides_nudges,
    lines_besides_nudges,
    nudged,
    or_nudged,
    with_either_nudged,
)
from engine.session.explaining.pushed_before import or_by_pushed_before
from engine.session.explaining.unexplained import puts_to_finish, unexplained
from engine.session.seen.hidden_pieces import with_gone, with_last_seen, with_presumed
from engine.session.seen.sighting import NO_LEFTOVERS, Leftovers, Sighting, same_claim


def explain(
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    calls: Sequence[Call[A]] = (),
    limits: SearchLimits = USUAL,
) -> Explanation[S, A]:
    """Return the meaning of a settled sighting in a state.

    `leftovers` are put up with as long as they lie as they do. `calls` are explicit actions that were
    reported and must be part of the explanation.

    Something unread may be a piece that has left its place. It isn't that piece if legal play explains that
    the piece is gone, and shows in other pieces as well. It isn't either if everything unread lies face down
    anyway. Where the table is legal with the piece gone, or in the place where it was seen last, the referee
    waits instead of warning.

    Rules:
        waits (0074, test_hiding.py): A table that is legal only with a piece gone waits, if something
            unread may be that piece.
    """
    layout, backed = game.layout(state), _backed(game, state)
    presumed = with_presumed(sighting, layout, leftovers, backed=backed)
    case = Case(game, state, presumed, leftovers, tuple(calls), limits)
    found = _explained(case)
    if isinstance(found, Unchanged | Settled):
        found = or_by_pushed_before(case, found)
    if isinstance(found, Unexplained):
        found = _if_it_lies_where_it_hides(case.seen_as(sighting), found)
    gone = with_gone(sighting, layout)
    if gone is None and presumed is not sighting:
        gone = sighting  # the piece needn't be where it was presumed to be
    if gone is None or isinstance(found, Settled):
        return found
    other = _explained(case.seen_as(gone))
    if isinstance(other, Ambiguous) and other.why is Why.SEVERAL and isinstance(found, Unexplained):
        # Several plays explain everything else as well: players can be asked which, and are warned of none.
        shows = all(_shows_in(game, line, gone) for line in other.lines)
        return other if shows else Pending(Why.HIDDEN, other.lines)
    if not isinstance(other, Settled):
        return found
    if sighting.murky <= backed or _shows_in(game, other.line, gone):
        return other
    return Pending(Why.HIDDEN, (other.line,)) if isinstance(found, Unchanged | Unexplained) else found


def _if_it_lies_where_it_hides(case: Case[S, A], found: Unexplained[A]) -> Unexplained[A] | Pending[S, A]:
    """Return the reason to wait where all is legal if hidden pieces lie as they were last seen.

    A piece was put down there; a hand in front of it, or a shadow, doesn't make it illegal.

    Rules:
        waits (0056, test_hiding.py): A table that is legal if hidden pieces lie where they were seen last
            waits.
    """
    lying = with_last_seen(case.sighting)
    if lying is None:
        return found
    whole = explain(
        case.game, case.state, lying, leftovers=case.leftovers, calls=case.calls, limits=case.limits
    )
    if isinstance(whole, Settled):
        return Pending(Why.HIDDEN, (whole.line,))
    return Pending(Why.HIDDEN, whole.lines) if isinstance(whole, Ambiguous) else found


def _backed(game: Game[S, A], state: S) -> frozenset[Cell]:
    """Return the cells where something should lie face down."""
    return frozenset(heap.cell for heap in game.heaps(state) if heap.number)


def _shows_in(game: Game[S, A], line: ActionLine[S, A], sighting: Sighting) -> bool:
    """Tell whether a line changes anything about a piece that is seen."""
    before, after = game.layout(line.states[0]), game.layout(line.state)
    return any(
        piece in sighting.spots and not same_claim(before.get(piece), after.get(piece))
        for piece in concerned(game, line)
    )


def _explained(case: Case[S, A]) -> Explanation[S, A]:
    """Return the meaning of one reading of the table."""
    calls = case.calls
    quick = None if calls else case.dash()
    if quick is not None:
        return _dashed(case, quick)
    for effort in Effort:
        found = case.search(effort=effort)
        # A search that ran out of steps finds no more by a greater effort.
        if found.lines or not found.start.wrong or not found.complete:
            break
    if not (calls or found.lines or found.complete):
        late = case.dash(after_search=True)
        if late is not None:
            return _dashed(case, late)
    if not calls and not found.start.pieces:
        return Unchanged()
    exact = _of_all_seen(case, found)
    if exact is not None:
        return exact
    sloppy = certain(case, found, fit=LineFit.SLOPPY)
    if sloppy is not None:
        longer = _or_longer(case, sloppy.line) if isinstance(sloppy, Settled) and not calls else None
        if longer is not None:
            return longer
        besides = () if calls else lines_besides_nudges(case, found)
        if not besides:
            return sloppy
        either = replace(found, lines={LineFit.SLOPPY: (*found.lines[LineFit.SLOPPY], *besides)})
        return certain(case, either, fit=LineFit.SLOPPY) or sloppy
    return _of_what_fits_less(case, found)


def _or_longer(case: Case[S, A], sloppy: ActionLine[S, A]) -> Settled[S, A] | Ambiguous[S, A] | None:
    """Return the longer play, or a question, if a line leaves pushes unexplained; None: there is no need.

    Rules:
        asks (0192, test_hands_story.py): A line that leaves out what pushed its pieces is asked about
            beside the longer one that hands showed.
    """
    longer = played_on(case, sloppy)
    whole = shown(case, longer) if longer else None
    if not isinstance(whole, Ambiguous):
        return whole
    asked = case.ranked(Why.SEVERAL, (*whole.lines, sloppy))
    return None if asked.lines[0] == sloppy and asked.likelihoods[0] >= SURE else asked


def _of_all_seen(case: Case[S, A], found: Findings[S, A]) -> Explanation[S, A] | None:
    """Return the meaning of lines that fit in everything but nudges; None without such a line.

    Rules:
        asks (0019, test_nudges.py): A piece at an edge beside a piece that was put down may have been
            nudged there, or have acted.
    """
    if not case.calls:
        hardly = nudged(case, found)
        if isinstance(hardly, Ambiguous) and hardly.why is Why.NUDGED:
            return with_either_nudged(case, hardly)
        if hardly is not None:
            return hardly
    exact = certain(case, found, fit=LineFit.EXACT)
    if isinstance(exact, Ambiguous) and exact.why is Why.SEVERAL and not (found.complete or case.calls):
        exact = shown(case, exact.lines) or exact
    if isinstance(exact, Ambiguous) and not case.calls:
        return with_either_nudged(case, exact)
    if isinstance(exact, Settled) and not case.calls and case.evidence.has_entangled(exact.line):
        return or_nudged(case, exact)
    if exact is None and not case.calls and not found.start.wrong:
        return besides_nudges(case, found) or Unchanged(frozenset(found.start.edges))
    return exact


def _of_what_fits_less(case: Case[S, A], found: Findings[S, A]) -> Explanation[S, A]:
    """Return a question, a reason to wait or a warning, where no line fits exactly or sloppily.

    Rules:
        asks (0005, test_referee.py): A hit without its attacker's push is asked about.
        asks (0074, test_referee.py): A card that may have gone into a pile unseen is asked about.
        waits (0005, test_table_manners.py): A play that is half done waits.
    """
    evidence = case.evidence
    doubtful = found.lines.get(LineFit.DOUBTFUL, ())
    if doubtful:
        asked = case.ranked(Why.NOT_PUSHED, doubtful)
        if evidence.grounds.rests_on_hidden(doubtful):
            return Pending(Why.HIDDEN, asked.lines)
        if len(asked.lines) == 1 and found.complete and evidence.passing.nudges_apart(asked.lines[0]):
            return Settled(asked.lines[0])
        return asked
    unseen = found.lines.get(LineFit.UNSEEN, ())
    if unseen:
        return case.ranked(Why.SEVERAL, unseen)
    unfinished = found.lines.get(LineFit.UNFINISHED, ())
    if unfinished:
        why = Why.HIDDEN if evidence.grounds.rests_on_hidden(unfinished) else Why.UNFINISHED
        return Pending(why, unfinished, puts_to_finish(case.game, unfinished[0], case.sighting, found))
    return unexplained(case.game, case.state, case.sighting, case.leftovers, found)


def _dashed(case: Case[S, A], quick: Findings[S, A]) -> Explanation[S, A]:
    """Return the result of a quick dash: sure only if all lines could be searched, or hands showed it.

    Rules:
        asks (0148, test_referee.py): A quick run that couldn't be looked through whole is asked about.
    """
    sure = _whole(case, quick) if case.game.lays_face_down else None
    if sure is not None:
        return sure
    lines = quick.lines[LineFit.EXACT]
    return shown(case, lines) or case.ranked(Why.SEVERAL, lines)


def _whole(case: Case[S, A], quick: Findings[S, A]) -> Explanation[S, A] | None:
    """Return the meaning of several cards laid at once, if all lines of that length could be searched.

    A card has one place to go and the order doesn't matter, so there are few lines; a soldier has many ways.
    """
    longest = max(len(line.actions) for line in quick.lines[LineFit.EXACT])
    deeper = replace(case.limits, actions=longest, applied=case.limits.dash_applied)
    found = replace(case, limits=deeper).search()
    return certain(case, found, fit=LineFit.EXACT) if found.complete else None
