"""Pushes that may be no plays: a hand that meant one piece may have nudged another in passing. Pure."""

from dataclasses import replace

from engine.core.game import A, S
from engine.session.explaining.case import Case
from engine.session.explaining.certain import certain
from engine.session.explaining.explanations import Ambiguous, Explanation, Settled, Unchanged, Why
from engine.session.explaining.lines import ActionLine, Findings, LineFit


def nudged(case: Case[S, A], found: Findings[S, A]) -> Explanation[S, A] | None:
    """Return the play without pushes that were hardly plays; None where each push belongs to a line.

    Rules:
        accepts (0019, test_table_manners.py): A push that a hand may have made in passing, with no target
            shown, is no play.
    """
    exact = found.lines.get(LineFit.EXACT, ())
    if not exact or not all(case.evidence.passing.may_be_a_nudge(line) for line in exact):
        return None
    besides = besides_nudges(case, found)
    if besides is not None:
        return besides
    if not found.start.wrong:
        return Unchanged(frozenset(found.start.edges))
    return case.ranked(Why.NUDGED, exact)


def with_either_nudged(case: Case[S, A], asked: Ambiguous[S, A]) -> Ambiguous[S, A]:
    """Return a question with a further answer: the play if a piece at an edge was only nudged.

    Rules:
        asks (0019, test_nudges.py): A question also offers the play where a piece at an edge was only
            nudged.
    """
    maybe = case.evidence.passing.maybe_nudged & {piece for line in asked.lines for piece in line.pieces}
    if not maybe:
        return asked
    lines = list(asked.lines)
    for piece in sorted(maybe):
        apart = case.with_unknown_edges((piece,)).search()
        lines += [line for line in apart.lines.get(LineFit.EXACT, ()) if line not in lines]
    return case.ranked(asked.why, lines)


def or_nudged(case: Case[S, A], settled: Settled[S, A]) -> Settled[S, A] | Ambiguous[S, A]:
    """Return the plays, or a question where one play less plus a nudge fits the touches better.

    Rules:
        asks (0019, test_nudges.py): Two hits that hands never made apart may be one hit and a nudge.
    """
    asked = with_either_nudged(case, Ambiguous(Why.SEVERAL, (settled.line,), (1.0,)))
    return asked if asked.lines[0] != settled.line else settled


def besides_nudges(case: Case[S, A], found: Findings[S, A]) -> Explanation[S, A] | None:
    """Return the plays that are left if pushes in passing don't count.

    None: no play is left.
    """
    evidence = case.evidence
    apart = tuple(
        line
        for fit in (LineFit.SLOPPY, LineFit.DOUBTFUL)
        for line in found.lines.get(fit, ())
        if evidence.passing.nudges_apart(line)
        and not evidence.passing.may_be_a_nudge(line)
        and evidence.saw_any_of(line)
    )
    return certain(case, replace(found, lines={LineFit.EXACT: apart}), fit=LineFit.EXACT)


def lines_besides_nudges(case: Case[S, A], found: Findings[S, A]) -> tuple[ActionLine[S, A], ...]:
    """Return the plays if a push is only a nudge, where sloppy lines explain it by an unshown action."""
    evidence, sloppy = case.evidence, found.lines[LineFit.SLOPPY]
    if any(evidence.is_shown(line) for line in sloppy):
        return ()
    maybe = evidence.passing.maybe_nudged & {piece for line in sloppy for piece in line.pieces}
    if not maybe:
        return ()
    lines = case.with_unknown_edges(maybe).search().lines
    return next((lines[fit] for fit in (LineFit.EXACT, LineFit.SLOPPY) if fit in lines), ())
