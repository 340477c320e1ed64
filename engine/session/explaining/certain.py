"""Whether the lines that explain a table are sure enough to commit, or whether to ask or wait. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.game import A, S
from engine.session.explaining.case import Case
from engine.session.explaining.explanations import Ambiguous, Pending, Settled, Why
from engine.session.explaining.hands_story import story_of_hands
from engine.session.explaining.lines import ActionLine, Findings, LineFit

_HARDLY = 0.01
"""After a long run of plays, a line this much less likely than the one that hands showed isn't offered as an
answer."""


def certain(
    case: Case[S, A], found: Findings[S, A], *, fit: LineFit
) -> Settled[S, A] | Ambiguous[S, A] | Pending[S, A] | None:
    """Return the explanation that the lines of one fit lead to; None without such lines.

    Rules:
        waits (0056, test_referee.py): A play that rests on a piece in a hidden cell waits, or one that
            leaves out what was seen in passing.
        asks (0056, test_come_unseen.py): A play that rests on a piece that no sensor could name is asked
            about.
        asks (0075, test_looked_away.py): Cards that were turned up while nobody could look are asked about.
        commits (0005, test_referee.py): The only line that explains everything is committed, if all lines
            were looked through.
        commits (0019, test_touches.py): Of several lines the likeliest is committed if hands showed it and
            it has 95 %, or if it has 99 %.
        asks (0005, test_referee.py): Of several lines that fit, the players choose one.
    """
    grounds, evidence = case.evidence.grounds, case.evidence
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
    if found.complete and evidence.decides(asked.lines[0], asked.lines[1:], asked.likelihoods[0]):
        return Settled(asked.lines[0], asked)
    return asked


def shown(case: Case[S, A], lines: Sequence[ActionLine[S, A]]) -> Settled[S, A] | Ambiguous[S, A] | None:
    """Return the plays that hands showed one after the other, or the question to ask.

    `lines`: some lines that explain the table, from a search that ran out of steps. None: the case is about
    cards, whose places don't show who laid them, so hands prove nothing.

    Rules:
        commits (0192, test_hands_story.py): A long run of plays without a pause is committed if hands
            showed every part of it.
        asks (0192, test_hands_story.py): A long run of plays is asked about as hands showed it, if they
            left out a part.
    """
    if case.game.lays_face_down:
        return None
    story = story_of_hands(case, lines)
    asked = case.ranked(Why.SEVERAL, story.lines)
    line, *others = asked.lines
    if story.whole and _rests_on_what_was_seen(case, story.lines):
        if not others:
            return Settled(line)
        if case.evidence.decides(line, others, asked.likelihoods[0]):
            return Settled(line, asked)
    least = _HARDLY * asked.likelihoods[0]
    likely = [one for one, share in zip(asked.lines, asked.likelihoods, strict=True) if share >= least]
    return case.ranked(Why.SEVERAL, likely)


def _rests_on_what_was_seen(case: Case[S, A], lines: Sequence[ActionLine[S, A]]) -> bool:
    grounds = case.evidence.grounds
    return not (
        grounds.rests_on_hidden(lines)
        or grounds.rests_on_guesses(lines)
        or grounds.rests_on_unwatched(lines)
        or grounds.leaves_out_what_passed(lines)
    )
