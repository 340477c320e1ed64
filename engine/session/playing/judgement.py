"""A settled sighting is judged: a play, a question, a warning, or a take-back. Pure."""

from dataclasses import replace

from engine.core.decisions import Chooser
from engine.core.game import A, S
from engine.session.explaining.apart import elsewhere, has_marks, held_by
from engine.session.explaining.explanations import (
    Ambiguous,
    Explanation,
    Pending,
    Settled,
    Unchanged,
    Unexplained,
    Why,
)
from engine.session.explaining.lines import ActionLine
from engine.session.explaining.referee import explain
from engine.session.explaining.unexplained import may_be_in_hands
from engine.session.matches.entries import Amendment, JournalEntry
from engine.session.matches.match import Match, amend, note
from engine.session.playing.amendments import SwappedPieces, TakenBack, laid_for, swapped, taken_back
from engine.session.playing.aside import (
    beside,
    lies_aside,
    put_up_with,
    set_aside,
    still_aside,
    with_all,
    with_press,
)
from engine.session.playing.commits import commit, say_what_to_put
from engine.session.playing.doubts import wait_before, wait_with
from engine.session.playing.leftovers import leftovers_behind, leftovers_now, moved_on, presuming
from engine.session.playing.played_before import (
    TappedEnd,
    before_end,
    played_before,
    unseen,
    with_later,
)
from engine.session.playing.set_aside import warn, wonder
from engine.session.playing.standing_verdict import teller_of
from engine.session.playing.strangers import beside_strangers
from engine.session.playing.table import Setting, Table, TableStep, speak
from engine.session.playing.turned_up import (
    after_look,
    come,
    renamed,
    turned_up,
    twin_out_of_sight,
    twin_turned_up,
)
from engine.session.seen.sighting import Sighting, leftovers_of, lies_wrong
from engine.session.texts import TEXTS

MOST_MISPLACED = 3
"""With more misplaced pieces than this before the first action, the table is still being set up."""


def judge(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A]:
    """Judge a settled sighting: commit, ask, warn or wait.

    Rules:
        amends (0097, test_amending.py): A card that was laid in place of its twin, which a tablet had
            played, takes the twin's name.
        accepts (0005, test_table.py): After the end of a match the pieces are packed away, and nothing is
            judged.
        amends (0075, test_taking_back.py): A layout of earlier in this turn is a play that was taken back.
        waits (0075, test_taking_back.py): Pieces that are on their way to where they lay earlier in this
            turn are waited for.
        amends (0005, test_amending.py): Two twins that swapped their places get their names swapped, if
            nothing else explains the table.
    """
    game, match = setting.game, table.match
    seen = beside_strangers(table, seen)
    seen_at = table.judged.taken_at if table.judged is not None else None
    table = replace(table, may_turn_up=after_look(game, table, seen), ends=unseen(table.ends, seen_at))
    table = still_aside(setting, replace(table, judged=seen), seen)
    table = replace(table, match=replace(match, leftovers=moved_on(game, match, seen)))
    match = table.match
    laid = laid_for(game, match, seen)
    if laid is not None:
        return _swap(setting, table, seen, laid)
    table, explanation = _explained(setting, table, seen)
    match = table.match
    ended = game.decider(match.state).chooser is Chooser.NOBODY
    if ended and not isinstance(explanation, Unchanged):
        return TableStep(replace(table, doubt=None, aside={}))  # the pieces are packed away
    # Where a tablet has played before the table was seen laid out, hands may have played as well.
    if not match.started and (not match.begun or isinstance(explanation, Unexplained)):
        return _set_up(setting, table, seen, explanation)
    if table.asked_with:
        cleared = with_press(setting, table, seen, tuple(one.call for one in table.asked_with))
        if isinstance(cleared, Settled):
            causes = tuple(cause for one in table.asked_with for cause in one.causes)
            return commit(setting, table, cleared.line, seen, causes=causes)
        if isinstance(cleared, Ambiguous | Pending):
            return TableStep(table)
    early = before_end(table.ends, seen, seen_at) if not isinstance(explanation, Unchanged) else ()
    step = _before_end(setting, table, seen, early) if early else None
    if step is not None:
        return step
    if table.aside:
        explanation = with_all(setting, table, seen, explanation)
    if not isinstance(explanation, Unchanged | Settled):
        known = put_up_with(table)
        back = taken_back(game, match, seen, known)
        # The players are asked if nobody can name the piece that came, and it may be a play.
        unnamed = isinstance(explanation, Ambiguous) and explanation.why is Why.UNNAMED
        unnamed |= seen.switches is not None and bool(seen.unnamed)
        if back is not None and not back.puts and not unnamed:
            return _take_back(setting, table, seen, back)
        late = _late(setting, table, seen, explanation) if isinstance(explanation, Unexplained) else None
        if late is not None:
            return late
        swap = swapped(game, match, seen, known) if isinstance(explanation, Unexplained) else None
        if swap is not None:
            return _swap(setting, table, seen, swap)
        if back is not None and back.puts and isinstance(explanation, Unexplained):
            explanation = Pending(Why.TAKING_BACK, (), back.puts)
        alone = _judge_elsewhere(setting, table, seen)
        if alone is not None:
            return alone
    return decide(setting, table, seen, explanation)


def _explained(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting
) -> tuple[Table[S, A], Explanation[S, A]]:
    """Return the meaning of a sighting, and the table that puts up with what has turned up, if that helps."""
    game, match, limits = setting.game, table.match, setting.limits
    found = explain(game, match.state, seen, leftovers=match.leftovers, limits=limits)
    late = turned_up(setting, table, seen) if isinstance(found, Unexplained) else {}
    if not late:
        return table, found
    table = replace(
        table,
        match=replace(match, leftovers={**match.leftovers, **late}),
        may_turn_up=come(table.may_turn_up, late),
    )
    return table, explain(game, match.state, seen, leftovers=table.match.leftovers, limits=limits)


def _judge_elsewhere(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A] | None:
    """Commit the sure plays elsewhere than a named doubt; None where there are none.

    Rules:
        commits (0066, test_doubts_elsewhere.py): A sure play elsewhere than a doubt is committed, if it
            comes to the same before and after each answer.
    """
    doubt, question = table.doubt, table.question
    if doubt is None or doubt.named is None or doubt.before is not None:
        return None
    found = elsewhere(
        setting.game,
        table.match.state,
        seen,
        doubt.named,
        lies_aside(table),
        leftovers=table.match.leftovers,
        limits=setting.limits,
    )
    if found is None:
        return None
    line, lines = found
    step = commit(setting, table, line, seen, held=held_by(setting.game, doubt.named))
    rest = replace(doubt.named, lines=lines)
    doubt = replace(doubt, explanation=rest, named=rest, said=True)
    return replace(
        step,
        table=replace(
            step.table,
            doubt=doubt,
            question=lines if question else (),
            current=table.current,
            concerns=table.concerns,
        ),
    )


def _take_back(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, back: TakenBack[S]
) -> TableStep[S, A]:
    undone = table.match.revision - back.revision
    game, match = setting.game, table.match
    lies = leftovers_of(seen, game.layout(back.state), game.pieces(back.state))
    leftovers = {piece: spot for piece, spot in lies.items() if piece not in table.aside}
    text = TEXTS.say("amended.taken_back", number=undone)
    return amended(
        setting, table, seen, amend(game, match, back.state, Amendment.TAKEN_BACK, text, leftovers=leftovers)
    )


def _late(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, wrong: Unexplained[A]
) -> TableStep[S, A] | None:
    """Return the step after a play that shows late, or was laid late; None where there is none."""
    step = _before_end(setting, table, seen, table.ends)
    if step is not None:
        return step
    missing = frozenset(put.piece for put in wrong.puts if put.seen is None)
    twin = twin_turned_up(setting.game, table, seen)
    twin = twin or twin_out_of_sight(setting.game, table, seen, missing)
    if twin is None:
        return None
    table = replace(table, may_turn_up=renamed(table.may_turn_up, twin))
    return _swap(setting, table, seen, twin)


def _before_end(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, ends: tuple[TappedEnd[S, A], ...]
) -> TableStep[S, A] | None:
    """Return the step after a play that hands made before one of these ends; None if they made none."""
    earlier = played_before(setting.game, table.match, seen, ends, setting.limits)
    if earlier is None:
        return None
    meaning, end = earlier.meaning, earlier.end
    if isinstance(meaning, Settled):
        return play_before(setting, table, seen, end, meaning.line)
    return wait_before(setting, table, seen, meaning, end)


def play_before(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    end: TappedEnd[S, A],
    line: ActionLine[S, A],
    *,
    causes: tuple[str, ...] = (),
) -> TableStep[S, A]:
    """Play a line before the end of a turn, and all that was played since once more after it."""
    whole = with_later(setting.game, line, end)
    if whole is None:
        return TableStep(table)
    goes_on = len(whole.actions) == len(line.actions)
    text = TEXTS.say("amended.end_taken_back" if goes_on else "amended.played_before")
    match, entry = amend(
        setting.game, table.match, end.state, Amendment.TAKEN_BACK, text, leftovers=end.leftovers
    )
    back = replace(table, match=match, ends=())
    step = speak(back, teller_of(setting, back, seen).amended(text))
    step = replace(step, entries=(entry,))
    return step.then(commit(setting, step.table, whole, seen, causes=causes))


def _swap(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, swap: SwappedPieces[S]
) -> TableStep[S, A]:
    text = TEXTS.say("amended.swapped", one=swap.one, other=swap.other)
    leftovers = {piece: spot for piece, spot in swap.leftovers.items() if piece not in table.aside}
    return amended(
        setting,
        table,
        seen,
        amend(setting.game, table.match, swap.state, Amendment.SWAPPED, text, leftovers=leftovers),
    )


def amended(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, made: tuple[Match[S], JournalEntry]
) -> TableStep[S, A]:
    """Go on from an amended match: announce it, and judge the rest of the table."""
    match, entry = made
    table = replace(
        table,
        match=match,
        doubt=None,
        touches=(),
        question=(),
        current=None,
        concerns=frozenset(),
    )
    step = speak(table, teller_of(setting, table, seen).amended(match.last_actions[-1]))
    return TableStep(step.table, (entry,), step.verdicts).then(judge(setting, step.table, seen))


def decide(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, explanation: Explanation[S, A]
) -> TableStep[S, A]:
    """Act on an explanation.

    Rules:
        waits (0085, test_only_felt.py): A switch that feels something where no play puts anything may only
            open late.
    """
    match explanation:
        case Unchanged():
            return _unchanged(setting, replace(table, doubt=None), seen)
        case Settled(line, among):
            step = commit(setting, table, line, seen, among=among)
            # A set-aside piece may become a play after the current play.
            return step.then(judge(setting, step.table, seen)) if step.table.aside else step
        case Unexplained(strangers=strangers, puts=()) if strangers:
            # The switch may feel a neighbour's magnet, or open late: this may show yet.
            return wait_with(setting, table, seen, Pending(Why.UNNAMED, strangers=strangers))
        case Unexplained():
            return _set_aside(setting, replace(table, doubt=None, question=()), seen, explanation)
        case Ambiguous() | Pending():
            return wait_with(setting, table, seen, explanation)


def _set_aside(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, wrong: Unexplained[A]
) -> TableStep[S, A]:
    """Set aside the pieces that no play explains and warn of them; other plays are committed first.

    Rules:
        commits (0066, test_doubtful_places.py): Beside pieces that no play explains, the rest is played if
            it shows in more than a push.
    """
    blamed = frozenset(put.piece for put in wrong.puts)
    if wrong.strangers:
        table = replace(table, strangers=table.strangers | wrong.strangers)
        table = set_aside(setting, table, seen, blamed)
        return warn(setting, table, seen, blamed, strangers=wrong.strangers)
    alone = set_aside(setting, table, seen, blamed)
    step = TableStep(alone)
    if wrong.besides:
        rest = beside(setting, alone, seen) if wrong.sole else None
        if isinstance(rest, Settled) and has_marks(setting.game, rest.line):
            step = commit(setting, alone, rest.line, seen, among=rest.among)
            if may_be_in_hands(wrong.puts):
                # As after any play, the next player may have lifted a piece already.
                return step.then(judge(setting, replace(step.table, aside=table.aside), seen))
        else:
            step = TableStep(set_aside(setting, table, seen, blamed | wrong.besides))
    return step.then(warn(setting, step.table, seen, blamed - table.aside.keys()))


def _unchanged(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A]:
    off = seen.hidden - setting.game.layout(table.match.state).keys()
    if seen.elsewhere or seen.unnamed or seen.felt or seen.otherwise or off:
        table = presuming(setting, table, seen)
    leftovers = leftovers_behind(setting, table, seen, table.match.state)
    step = TableStep(replace(table, question=(), asked_with=()))
    known = table.match.leftovers
    if any(piece not in known or known[piece] != spot for piece, spot in leftovers.items()):
        match, entry = note(table.match, leftovers)
        step = TableStep(replace(step.table, match=match), (entry,))
    elif leftovers != known or not table.match.started:
        # A piece that is straight again needn't be kept: after a restart it would be accepted without reason.
        match = replace(table.match, leftovers=leftovers, started=True)
        step = TableStep(replace(step.table, match=match))
    return step.then(say_what_to_put(setting, step.table, seen))


def _set_up(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, explanation: Explanation[S, A]
) -> TableStep[S, A]:
    """Judge a table that has never been as the opening says: people may still be setting it up.

    Rules:
        waits (0005, test_table.py): A table that has never been as the opening says is still being set up.
        waits (0531, test_played_while_set_up.py): A tablet's play before the table was ever as the opening
            says doesn't end the set-up.
    """
    known = table.match.leftovers
    if isinstance(explanation, Unchanged) and not any(
        lies_wrong(setting.game.layout(table.match.state).get(piece), spot)
        for piece, spot in leftovers_now(setting, table, seen).items()
    ):
        return decide(setting, table, seen, explanation)
    first_time = table.current is None
    if isinstance(explanation, Unexplained) and explanation.strangers and not explanation.puts:
        # All lies right; the table asks about anything else that a switch feels, without holding up play.
        step = wonder(setting, table, seen, explanation.strangers)
        return step.then(judge(setting, step.table, seen))
    if (
        not first_time
        and isinstance(explanation, Settled)
        and len(known) <= MOST_MISPLACED
        and not explanation.line.pieces & known.keys()
    ):
        return decide(setting, table, seen, explanation)
    leftovers = leftovers_now(setting, table, seen)
    table = replace(table, match=replace(table.match, leftovers=leftovers))
    return say_what_to_put(setting, table, seen)
