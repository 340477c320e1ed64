"""Whether lines that explain a table are sure enough to be committed, or are asked or waited with. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.game import A, S
from engine.session.explaining.case import Case
from engine.session.explaining.explanations import Ambiguous, Pending, Settled, Why
from engine.session.explaining.hands_story import shown_by_hands
from engine.session.explaining.lines import Findings, Fit, Line


def certain(
    case: Case[S, A], found: Findings[S, A], *, fit: Fit
) -> Settled[S, A] | Ambiguous[S, A] | Pending[S, A] | None:
    """Return what the lines of one fit come to; None where there are none."""
    grounds, witness = case.witness.grounds, case.witness
    lines = grounds.with_backs(grounds.with_tops(found.lines.get(fit, ())))
    if not lines:
        return None
    asked = case.ranked(Why.SEVERAL, lines)
    if grounds.rests_on_hidden(lines) or grounds.leaves_out_what_passed(lines):
        return Pending(Why.HIDDEN, asked.lines)
    if grounds.rests_on_guesses(lines):
        return replace(asked, why=Why.UNNAMED)
    if grounds.rests_on_unwatched(lines):
        return replace(asked, why=Why.UNWATCHED)
    if len(asked.lines) == 1 and found.complete:
        return Settled(asked.lines[0])
    if found.complete and witness.decides(asked.lines[0], asked.lines[1:], asked.likelihoods[0]):
        return Settled(asked.lines[0], asked)
    return asked


def shown(case: Case[S, A], lines: Sequence[Line[S, A]]) -> Settled[S, A] | None:
    """Return what hands showed to have been played, one thing after the other; None where they didn't.

    `lines`: some that explain the table, found by a search that ran out of steps.
    """
    ordered = shown_by_hands(case, lines)
    grounds = case.witness.grounds
    if ordered is None or grounds.rests_on_hidden(ordered) or grounds.rests_on_guesses(ordered):
        return None
    if grounds.rests_on_unwatched(ordered) or grounds.leaves_out_what_passed(ordered):
        return None
    asked = case.ranked(Why.SEVERAL, ordered)
    line, *others = asked.lines
    if not others:
        return Settled(line)
    return Settled(line, asked) if case.witness.decides(line, others, asked.likelihoods[0]) else None
