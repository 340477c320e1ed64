"""Doubts: the table waits with an uncertain play, and later asks or warns. Pure."""

from dataclasses import replace

from engine.core.game import A, S
from engine.session.explaining.explanations import Ambiguous, Pending, Why
from engine.session.playing.played_before import TappedEnd, asked_about
from engine.session.playing.set_aside import wonder
from engine.session.playing.standing_verdict import in_force, teller_of
from engine.session.playing.table import Doubt, Setting, Table, TableStep, WaitingAction
from engine.session.seen.sighting import Sighting


def wait_with(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, why: Pending[S, A] | Ambiguous[S, A]
) -> TableStep[S, A]:
    """Wait with an explanation, but not for ever while one doubt follows another.

    A felt piece that no play explains may be an illegal play, and people expect a warning. So the time spent
    waiting for a camera counts. The table can ask later what was played.
    """
    before, awaited = table.doubt, table.awaited
    since = seen.taken_at
    if (
        isinstance(why, Pending)
        and why.strangers
        and awaited is not None
        and seen.shows_same_as(awaited.seen)
    ):
        since = awaited.since
    going_on = before is not None and not before.said
    open_since = before.open_since if before is not None and going_on else since
    named = before.named if before is not None else None
    table = replace(table, doubt=Doubt(why, since, open_since, named=named), question=())
    return grow_impatient(setting, table)


def wait_before(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    why: Ambiguous[S, A],
    end: TappedEnd[S, A],
) -> TableStep[S, A]:
    """Wait with the plays that hands may have made before the end of a turn, then ask about them."""
    old = table.doubt
    since = old.since if old is not None and old.before is not None else seen.taken_at
    doubt = Doubt(why, since, since, before=end)
    table = replace(table, ends=asked_about(table.ends, end), doubt=doubt, question=())
    return grow_impatient(setting, table)


def ask(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    open_question: Ambiguous[S, A],
    *,
    pressed: tuple[WaitingAction[A], ...] = (),
) -> TableStep[S, A]:
    """Ask the players which action was played.

    `pressed`: actions that are played whatever the answer is.
    """
    table = replace(table, asked_with=pressed)
    lines = open_question.lines
    question = teller_of(setting, table, seen).question(
        lines,
        open_question.why,
        open_question.likelihoods,
        before=table.doubt is not None and table.doubt.before is not None,
    )
    doubt = replace(table.doubt, said=True, named=open_question) if table.doubt is not None else None
    return in_force(
        replace(table, question=lines, doubt=doubt), question, frozenset(line.actions for line in lines)
    )


def finish(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    """Say everything that still waits: no more looks will come."""
    return _tell_doubt(setting, table) if table.doubt is not None else TableStep(table)


def grow_impatient(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    """Announce a doubt, or ask about it, once it has lasted too long for silence.

    Rules:
        asks (0005, test_table.py): A doubt that lasts is put to the players.
    """
    doubt, seen = table.doubt, table.judged
    if doubt is None or seen is None:
        return TableStep(table)
    patience = setting.patience
    waited, in_all = seen.taken_at - doubt.since, seen.taken_at - doubt.open_since
    if doubt.said and waited >= patience.hidden_s and not table.question:
        return _ask_of_hidden(setting, table, doubt.explanation, seen)
    if waited < patience.doubt_s and in_all < patience.doubts_s:
        return TableStep(table)
    return _tell_doubt(setting, table)


def _ask_of_hidden(
    setting: Setting[S, A], table: Table[S, A], doubt: Pending[S, A] | Ambiguous[S, A], seen: Sighting
) -> TableStep[S, A]:
    """Ask whether a play was made that has been out of sight for long; later looks are judged as usual.

    Rules:
        asks (0056, test_doubtful_places.py): A play that stays out of sight is asked about, after the table
            has said what hides it.
    """
    if not isinstance(doubt, Pending) or doubt.why is not Why.HIDDEN or doubt.puts or not doubt.lines:
        return TableStep(table)
    likely = 1.0 / len(doubt.lines)
    return ask(setting, table, seen, Ambiguous(Why.HIDDEN, doubt.lines, (likely,) * len(doubt.lines)))


def _tell_doubt(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    doubt, seen = table.doubt, table.judged
    if doubt is None or doubt.said or seen is None:
        return TableStep(table)
    teller = teller_of(setting, table, seen)
    table = replace(table, doubt=replace(doubt, said=True, named=doubt.explanation))
    match doubt.explanation:
        case Ambiguous():
            return ask(setting, table, seen, doubt.explanation)
        case Pending(strangers=strangers) if strangers:
            return wonder(setting, table, seen, strangers)
        case Pending(why, _, puts):
            concerns: frozenset[object] = frozenset({why, *((put.piece, why) for put in puts)})
            return in_force(table, teller.waiting(doubt.explanation), concerns)
