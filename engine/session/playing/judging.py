"""Looks come to the table, and, once they have settled, are judged. Pure."""

from dataclasses import replace

from engine.core.choosing import Chooser
from engine.core.game import A, S
from engine.core.glimpse import Look
from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from engine.session.explaining.apart import elsewhere, has_marks, held_by
from engine.session.explaining.referee import (
    Ambiguous,
    Explanation,
    Pending,
    Settled,
    Unchanged,
    Unexplained,
    Why,
    explain,
)
from engine.session.explaining.repair import Put
from engine.session.explaining.search import Line, concerned
from engine.session.matches.chance import with_chance
from engine.session.matches.match import Amendment, JournalEntry, Match, amend, note, play
from engine.session.playing.amending import Swap, TakenBack, laid_for, swapped, taken_back
from engine.session.playing.aside import (
    beside,
    blame,
    lies_aside,
    put_up_with,
    set_aside,
    still_aside,
    with_all,
    with_press,
)
from engine.session.playing.face_down import judge_backs, stands
from engine.session.playing.leftovers import (
    leftovers_behind,
    leftovers_now,
    moved_on,
    not_put_yet,
    presuming,
    still_to_put,
)
from engine.session.playing.strangers import beside_strangers, plays_into, wondered
from engine.session.playing.table import (
    Awaited,
    Doubt,
    Setting,
    Step,
    Table,
    Waiting,
    as_owned,
    believing,
    speak,
)
from engine.session.playing.telling import Teller
from engine.session.seen.fusion import affirmed, awaits_somebody, judged, sighting
from engine.session.seen.once import rested_once
from engine.session.seen.sighting import (
    Leftovers,
    Sighting,
    leftovers_of,
    lies_wrong,
)
from engine.session.seen.touches import left_over
from engine.session.texts import CATALOGUE

_NOBODY: frozenset[PieceId | None] = frozenset((None,))
"""Also whoever isn't on the table, and nobody else."""

_UNSAID_TOLD = 2
"""Of what would have made an illegal play legal, how much is named."""

MOST_MISPLACED = 3
"""With more pieces out of place than this before the first action, the table is still being set up."""


def is_settled(setting: Setting[S, A], table: Table[S, A]) -> bool:
    """Tell whether the table, as seen by now, has settled and was judged."""
    seen = sighting(table.belief, setting.settling)
    return (
        seen is not None
        and table.judged is not None
        and as_owned(setting, table, seen).shows_same_as(table.judged)
    )


def settle(setting: Setting[S, A], table: Table[S, A]) -> Step[S, A]:
    """Judge the table if it has settled.

    One look that says what switches told is enough for a play, on a table with nothing else to judge, before
    readers have come round that contradict it. Whatever else it may mean waits for the next. Likewise those
    who don't see may play, and warn of what they surely know, but not ask, nor warn of what may be otherwise,
    for a camera that will probably be back in a moment.
    """
    if table.match.rests:
        return Step(table)
    seen = sighting(table.belief, setting.settling)
    if seen is None or seen.disputes:
        step = _settle_affirmed(setting, table)
        if step is not None:
            return step
    if seen is None or _may_be_in_a_hand(setting, table, seen):
        return Step(table)
    step = _settle(setting, table, seen)
    if _doubts(table, step, seen) and awaits_somebody(table.belief, setting.settling):
        return Step(replace(table, awaited=_awaited(table, step.table.judged)))
    return step if table.awaited is None else replace(step, table=replace(step.table, awaited=None))


def _awaited(table: Table[S, A], seen: Sighting | None) -> Awaited | None:
    """Return what a camera is waited for with, and since when the table has looked like it."""
    if seen is None or (table.awaited is not None and seen.shows_same_as(table.awaited.seen)):
        return table.awaited
    return Awaited(seen, seen.taken_at)


def _may_be_in_a_hand(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> bool:
    """Tell whether nothing but switches looks, and whoever is missed was lifted a moment ago.

    Whom switches took for having come elsewhere is missed where somebody else was due there.
    """
    lifted_at, last_at = table.belief.tracking.lifted_at, table.belief.last_at
    if seen.switches is None or lifted_at is None or last_at is None:
        return False
    if last_at - lifted_at >= setting.settling.held_s:
        return False
    return bool(as_owned(setting, table, seen).elsewhere)


def _doubts(table: Table[S, A], step: Step[S, A], felt: Sighting) -> bool:
    """Tell whether a step asks, leaves anything open that wasn't, or warns of what may be otherwise.

    `felt`: what it rests on, before anybody was presumed to lie anywhere. Where somebody from a stack may
    have come as well, nobody surely knows who did.
    """
    after = step.table
    told = {one.kind for one in step.verdicts}
    if after.doubt is not None or VerdictKind.AMBIGUOUS in told or after.strangers - table.strangers:
        return True
    seen = after.judged
    new = {piece: one.lies for piece, one in after.aside.items() if piece not in table.aside}
    unsure = bool(seen is not None and (seen.elsewhere or seen.unnamed or seen.otherwise))
    unsure |= any(
        lies is not None and felt.otherwise.get(lies.cell, _NOBODY) - _NOBODY for lies in new.values()
    )
    return unsure and (VerdictKind.ILLEGAL in told or bool(new))


def _settle_affirmed(setting: Setting[S, A], table: Table[S, A]) -> Step[S, A] | None:
    """Play what switches told and one look confirms; None where that is no play, or not all that's open."""
    if table.doubt is not None or table.current is not None or table.aside or table.strangers:
        return None
    seen = affirmed(table.belief, setting.settling)
    if seen is None:
        return None
    step = _settle(setting, table, seen)
    played = step.table.match.revision > table.match.revision
    settled = all(one.kind is VerdictKind.SETTLED for one in step.verdicts)
    return step if played and settled and step.table.doubt is None else None


def settle_once(setting: Setting[S, A], table: Table[S, A], following: Look | None) -> Step[S, A]:
    """Judge a table that a slow camera saw at rest once, before the next hand; `following`: its next look.

    One look is enough for a play, for what lies right (also at first), and for pieces that lie where no play
    brings them. A piece that isn't seen may be in a hand beside the board: that waits, as every doubt does.
    """
    belief = rested_once(table.belief, following, setting.settling)
    seen = None if belief is None or table.match.rests else sighting(belief, setting.settling)
    if belief is None or seen is None:
        return Step(table)
    step = _settle(setting, replace(table, belief=belief), seen)
    if not table.match.started:
        return step if step.table.match.started else Step(table)
    new = step.table.aside.keys() - table.aside.keys()
    if step.table.doubt is not None or not new <= seen.spots.keys():
        return Step(table)
    return step if step.verdicts or step.entries else Step(table)


def _settle(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Step[S, A]:
    table = replace(table, belief=judged(table.belief, seen))
    seen = as_owned(setting, table, seen)
    strangers, table = table.strangers, believing(setting, table, seen)
    leftovers = table.match.leftovers
    table, seen = with_trail(setting, table, seen)
    pointed_out = table.doubt is not None and seen.lifted != (table.judged.lifted if table.judged else ())
    same = not pointed_out and table.judged is not None and seen.shows_same_as(table.judged)
    if same and table.doubt is not None and not table.doubt.told:
        # Backs say nothing of a play, but may say which of several it was.
        same = table.judged is not None and seen.backs == table.judged.backs
    if same and table.match.leftovers == leftovers and table.strangers == strangers:
        step = _grow_impatient(setting, replace(table, judged=seen))
    else:
        step = judge(setting, table, seen)
    return step.then(judge_backs(setting, step.table, seen))


def with_trail(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> tuple[Table[S, A], Sighting]:
    """Return the table and the sighting with what hands did to the pieces.

    What hands did counts until something comes of it, or it is too long ago. A piece that was put straight
    is no longer one that was pushed long ago, even where it's pushed again; likewise one that was put on the
    table and taken away.
    """
    since = (
        table.doubt.open_since if table.doubt is not None else seen.taken_at
    ) - setting.patience.pointing_s
    known_touches = (one for one in table.touches if one.at >= since)
    # Of a sighting that wasn't judged after all, the same touches come again.
    touches = tuple(dict.fromkeys((*known_touches, *seen.touches)))
    known = table.match.leftovers
    kept: dict[PieceId, Spot | None] = {
        piece: spot
        for piece, spot in known.items()
        if not (piece in seen.appeared if spot is None else spot.edge and piece in seen.straight)
    }
    if table.match.started and len(kept) < len(known):
        table = replace(table, match=replace(table.match, leftovers=kept))
    unwatched = seen.unwatched
    if table.doubt is not None and table.judged is not None:
        # What nobody could watch stays so until something comes of the doubt.
        unwatched |= table.judged.unwatched
    return replace(table, touches=touches), replace(seen, touches=touches, unwatched=unwatched)


def judge(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Step[S, A]:
    """Judge a settled sighting: commit, ask, warn or wait."""
    game, match = setting.game, table.match
    seen = beside_strangers(table, seen)
    table = still_aside(setting, replace(table, judged=seen), seen)
    table = replace(table, match=replace(match, leftovers=moved_on(game, match, seen)))
    match = table.match
    laid = laid_for(game, match, seen)
    if laid is not None:
        return _swap(setting, table, seen, laid)
    explanation = explain(game, match.state, seen, leftovers=match.leftovers, limits=setting.limits)
    ended = game.decider(match.state).chooser is Chooser.NOBODY
    if ended and not isinstance(explanation, Unchanged):
        return Step(replace(table, doubt=None, aside={}))  # the pieces are packed away
    if not match.started:
        return _set_up(setting, table, seen, explanation)
    if table.asked_with:
        cleared = with_press(setting, table, seen, tuple(one.call for one in table.asked_with))
        if isinstance(cleared, Settled):
            causes = tuple(cause for one in table.asked_with for cause in one.causes)
            return commit(setting, table, cleared.line, seen, causes=causes)
        if isinstance(cleared, Ambiguous | Pending):
            return Step(table)
    if table.aside:
        explanation = with_all(setting, table, seen, explanation)
    if not isinstance(explanation, Unchanged | Settled):
        known = put_up_with(table)
        back = taken_back(game, match, seen, known)
        # Where nobody can name who came, and it may have been a play, the players are asked.
        unnamed = isinstance(explanation, Ambiguous) and explanation.why is Why.UNNAMED
        unnamed |= seen.switches is not None and bool(seen.unnamed)
        if back is not None and not back.puts and not unnamed:
            return _take_back(setting, table, seen, back)
        swap = swapped(game, match, seen, known) if isinstance(explanation, Unexplained) else None
        if swap is not None:
            return _swap(setting, table, seen, swap)
        if back is not None and back.puts and isinstance(explanation, Unexplained):
            explanation = Pending(Why.TAKING_BACK, (), back.puts)
        alone = _judge_elsewhere(setting, table, seen)
        if alone is not None:
            return alone
    return decide(setting, table, seen, explanation)


def _judge_elsewhere(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Step[S, A] | None:
    """Play what was surely played elsewhere than where a doubt was named; None where nothing was."""
    doubt, question = table.doubt, table.question
    if doubt is None or doubt.named is None:
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
    doubt = replace(doubt, explanation=rest, named=rest, told=True)
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


def _take_back(setting: Setting[S, A], table: Table[S, A], seen: Sighting, back: TakenBack[S]) -> Step[S, A]:
    undone = table.match.revision - back.revision
    game, match = setting.game, table.match
    lies = leftovers_of(seen, game.layout(back.state), game.pieces(back.state))
    leftovers = {piece: spot for piece, spot in lies.items() if piece not in table.aside}
    text = CATALOGUE.say("amended.taken_back", number=undone)
    return amended(
        setting, table, seen, amend(game, match, back.state, Amendment.TAKEN_BACK, text, leftovers=leftovers)
    )


def _swap(setting: Setting[S, A], table: Table[S, A], seen: Sighting, swap: Swap[S]) -> Step[S, A]:
    text = CATALOGUE.say("amended.swapped", one=swap.one, other=swap.other)
    leftovers = {piece: spot for piece, spot in swap.leftovers.items() if piece not in table.aside}
    return amended(
        setting,
        table,
        seen,
        amend(setting.game, table.match, swap.state, Amendment.SWAPPED, text, leftovers=leftovers),
    )


def amended(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, made: tuple[Match[S], JournalEntry]
) -> Step[S, A]:
    """Go on from an amended match: say so, and judge what is left to be judged."""
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
    return Step(step.table, (entry,), step.verdicts).then(judge(setting, step.table, seen))


def decide(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, explanation: Explanation[S, A]
) -> Step[S, A]:
    """Act on an explanation."""
    match explanation:
        case Unchanged():
            return _unchanged(setting, replace(table, doubt=None), seen)
        case Settled(line, among):
            step = commit(setting, table, line, seen, among=among)
            # What is set aside may be a play by what was played now.
            return step.then(judge(setting, step.table, seen)) if step.table.aside else step
        case Unexplained(strangers=strangers, puts=()) if strangers:
            # A neighbour's magnet is felt so as well, and a switch that opens late: it may show yet.
            return _doubt(setting, table, seen, Pending(Why.UNNAMED, strangers=strangers))
        case Unexplained():
            return _set_aside(setting, replace(table, doubt=None, question=()), seen, explanation)
        case Ambiguous() | Pending():
            return _doubt(setting, table, seen, explanation)


def _set_aside(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, wrong: Unexplained[A]
) -> Step[S, A]:
    """Set aside what no play explains and warn of it; what else was played meanwhile is played first."""
    blamed = frozenset(put.piece for put in wrong.puts)
    if wrong.strangers:
        table = replace(table, strangers=table.strangers | wrong.strangers)
        table = set_aside(setting, table, seen, blamed)
        return _warn(setting, table, seen, blamed, strangers=wrong.strangers)
    alone = set_aside(setting, table, seen, blamed)
    step = Step(alone)
    if wrong.besides:
        rest = beside(setting, alone, seen) if wrong.sole else None
        if isinstance(rest, Settled) and has_marks(setting.game, rest.line):
            step = commit(setting, alone, rest.line, seen, among=rest.among)
        else:
            step = Step(set_aside(setting, table, seen, blamed | wrong.besides))
    return step.then(_warn(setting, step.table, seen, blamed - table.aside.keys()))


def wonder(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, strangers: frozenset[Cell]
) -> Step[S, A]:
    """Ask what is felt in these cells; all else is judged without them from now on."""
    table = replace(table, doubt=None, strangers=table.strangers | strangers)
    return _warn(setting, table, seen, strangers=strangers)


def _warn(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    pieces: frozenset[PieceId] = frozenset(),
    *,
    strangers: frozenset[Cell] = frozenset(),
) -> Step[S, A]:
    """Put the warning in force of all that is set aside; of these pieces, and these cells, it is told.

    What was named before isn't named again: of several places, only the new one's pieces are told. Of what
    is only felt somewhere it's asked what it is.
    """
    standing = frozenset(table.aside)
    concerns: frozenset[object] = frozenset((piece, one.lies) for piece, one in table.aside.items())
    concerns |= wondered(table)
    if not standing:
        # What it may be depends on whose turn it is.
        concerns |= {line.actions for line in plays_into(setting, table)}
    kind = VerdictKind.ILLEGAL if standing else VerdictKind.AMBIGUOUS
    if table.current is None or table.current.kind is not kind or table.concerns != concerns:
        current = _warning(setting, table, seen, standing, wondered(table))
        table = replace(table, current=current, concerns=concerns)
    if not (pieces or strangers) or table.current is None:
        return Step(table)
    if (pieces, strangers) == (standing, wondered(table)):
        return speak(table, table.current)
    return speak(table, _warning(setting, table, seen, pieces, strangers))


def _warning(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    pieces: frozenset[PieceId],
    strangers: frozenset[Cell],
) -> Verdict:
    teller = teller_of(setting, table, seen)
    if not pieces:
        return teller.wondering(strangers, plays_into(setting, table))
    found = replace(blame(setting, table, seen, pieces), strangers=strangers)
    return teller.warning(found, _unsaid(setting, table, found))


def _unsaid(setting: Setting[S, A], table: Table[S, A], wrong: Unexplained[A]) -> tuple[Phrase, ...]:
    """Return as sentences what would explain the table, had somebody said it; few enough to be read."""
    return tuple(setting.game.action_text(table.match.state, one) for one in wrong.unsaid[:_UNSAID_TOLD])


def _doubt(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, why: Pending[S, A] | Ambiguous[S, A]
) -> Step[S, A]:
    """Wait with an explanation, but not for ever while one doubt follows the other.

    What is felt where no play puts anything may be an illegal play, of which people wait to be warned: how
    long a camera was waited for with the same counts. What was played can be asked later.
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
    going_on = before is not None and not before.told
    open_since = before.open_since if before is not None and going_on else since
    named = before.named if before is not None else None
    table = replace(table, doubt=Doubt(why, since, open_since, named=named), question=())
    return _grow_impatient(setting, table)


def ask(
    setting: Setting[S, A],
    table: Table[S, A],
    seen: Sighting,
    open_question: Ambiguous[S, A],
    *,
    pressed: tuple[Waiting[A], ...] = (),
) -> Step[S, A]:
    """Ask the players what was played; `pressed` is part of it whatever they say."""
    table = replace(table, asked_with=pressed)
    lines = open_question.lines
    question = teller_of(setting, table, seen).question(lines, open_question.why, open_question.likelihoods)
    doubt = replace(table.doubt, told=True, named=open_question) if table.doubt is not None else None
    return _in_force(
        replace(table, question=lines, doubt=doubt), question, frozenset(line.actions for line in lines)
    )


def commit(
    setting: Setting[S, A],
    table: Table[S, A],
    line: Line[S, A],
    seen: Sighting,
    *,
    leftovers: Leftovers | None = None,
    causes: tuple[str, ...] = (),
    among: Ambiguous[S, A] | None = None,
    held: frozenset[PieceId] = frozenset(),
) -> Step[S, A]:
    """Play a line and what chance decides right after it; `among`: what else it might have been.

    Without `leftovers`, whatever lies otherwise now is put up with from here on, but for what is set aside
    and the pieces `held` because they'll be judged yet.
    """
    game = setting.game
    line = with_chance(game, table.match, line)
    told_of = leftovers is not None
    if leftovers is None:
        left = {**not_put_yet(game, line, seen), **leftovers_behind(setting, table, seen, line.state)}
        leftovers = {piece: spot for piece, spot in left.items() if piece not in held}
    match, entry, played = play(
        game,
        table.match,
        line.actions,
        leftovers=leftovers,
        causes=causes,
        evidence={
            "taken_at": seen.taken_at,
            "source": seen.source,
            "frame": seen.frame,
            "touched": list(seen.touched),
            "lifted": list(dict.fromkeys(seen.lifted)),
        },
    )
    yet_to_judge = tuple(one for one in table.touches if one.piece in held)
    table = replace(
        table,
        match=match,
        doubt=None,
        touches=tuple(
            dict.fromkeys((*yet_to_judge, *left_over(table.touches, concerned(game, line), told=told_of)))
        ),
        question=(),
        asked_with=(),
        current=None,
        concerns=frozenset(),
    )
    table = presuming(setting, table, seen)
    told = speak(table, teller_of(setting, table, seen).settled(played, among))
    step = Step(told.table, (entry,), told.verdicts)
    return step.then(say_what_to_put(setting, step.table, seen))


def teller_of(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Teller[S, A]:
    """Return who tells what this sighting meant."""
    return Teller(setting.game, taken_at=seen.taken_at, frame=seen.frame, revision=table.match.revision)


def finish(setting: Setting[S, A], table: Table[S, A]) -> Step[S, A]:
    """Say what was still waited with: no more looks will come."""
    return _tell_doubt(setting, table) if table.doubt is not None else Step(table)


def _grow_impatient(setting: Setting[S, A], table: Table[S, A]) -> Step[S, A]:
    doubt, seen = table.doubt, table.judged
    if doubt is None or seen is None:
        return Step(table)
    patience = setting.patience
    waited, in_all = seen.taken_at - doubt.since, seen.taken_at - doubt.open_since
    if doubt.told and waited >= patience.hidden_s and not table.question:
        return _ask_of_hidden(setting, table, doubt.explanation, seen)
    if waited < patience.doubt_s and in_all < patience.doubts_s:
        return Step(table)
    return _tell_doubt(setting, table)


def _ask_of_hidden(
    setting: Setting[S, A], table: Table[S, A], doubt: Pending[S, A] | Ambiguous[S, A], seen: Sighting
) -> Step[S, A]:
    """Ask whether what can't be seen for so long was played; whatever is seen later is judged as ever."""
    if not isinstance(doubt, Pending) or doubt.why is not Why.HIDDEN or doubt.puts or not doubt.lines:
        return Step(table)
    likely = 1.0 / len(doubt.lines)
    return ask(setting, table, seen, Ambiguous(Why.HIDDEN, doubt.lines, (likely,) * len(doubt.lines)))


def _tell_doubt(setting: Setting[S, A], table: Table[S, A]) -> Step[S, A]:
    doubt, seen = table.doubt, table.judged
    if doubt is None or doubt.told or seen is None:
        return Step(table)
    teller = teller_of(setting, table, seen)
    table = replace(table, doubt=replace(doubt, told=True, named=doubt.explanation))
    match doubt.explanation:
        case Ambiguous():
            return ask(setting, table, seen, doubt.explanation)
        case Pending(strangers=strangers) if strangers:
            return wonder(setting, table, seen, strangers)
        case Pending(why, _, puts):
            concerns: frozenset[object] = frozenset({why, *((put.piece, why) for put in puts)})
            return _in_force(table, teller.waiting(doubt.explanation), concerns)


def _unchanged(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Step[S, A]:
    off = seen.hidden - setting.game.layout(table.match.state).keys()
    if seen.elsewhere or seen.unnamed or seen.felt or seen.otherwise or off:
        table = presuming(setting, table, seen)
    leftovers = leftovers_behind(setting, table, seen, table.match.state)
    step = Step(replace(table, question=(), asked_with=()))
    known = table.match.leftovers
    if any(piece not in known or known[piece] != spot for piece, spot in leftovers.items()):
        match, entry = note(table.match, leftovers)
        step = Step(replace(step.table, match=match), (entry,))
    elif leftovers != known or not table.match.started:
        # What is straight again needn't be kept: after a restart it would be put up with for nothing.
        match = replace(table.match, leftovers=leftovers, started=True)
        step = Step(replace(step.table, match=match))
    return step.then(say_what_to_put(setting, step.table, seen))


def say_what_to_put(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Step[S, A]:
    """Put the verdict in force that fits a table with nothing but leftovers and what is set aside."""
    if table.aside or wondered(table):
        return _warn(setting, table, seen)
    layout = setting.game.layout(table.match.state)
    puts = tuple(
        Put(piece, table.match.leftovers[piece], layout.get(piece))
        for piece in still_to_put(layout, table.match.leftovers, seen)
    )
    teller = teller_of(setting, table, seen)
    if puts:
        concerns = frozenset(("put", put.piece) for put in puts)
        known = table.concerns
        verdict = teller.to_put(puts)
        if concerns <= known and table.current is not None:
            return Step(replace(table, current=verdict, concerns=concerns))
        return _in_force(table, verdict, concerns)
    if table.current is None or stands(table):
        return Step(table)
    table = replace(table, current=None, concerns=frozenset())
    return speak(table, teller.settled(()))


def _set_up(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, explanation: Explanation[S, A]
) -> Step[S, A]:
    """Judge a table that was never yet as the opening says: it may still be being set up."""
    known = table.match.leftovers
    if isinstance(explanation, Unchanged) and not any(
        lies_wrong(setting.game.layout(table.match.state).get(piece), spot)
        for piece, spot in leftovers_now(setting, table, seen).items()
    ):
        return decide(setting, table, seen, explanation)
    first_time = table.current is None
    if isinstance(explanation, Unexplained) and explanation.strangers and not explanation.puts:
        # All lies right; what a switch feels besides is asked about, and holds up nothing.
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


def _in_force(table: Table[S, A], verdict: Verdict, concerns: frozenset[object]) -> Step[S, A]:
    """Put a verdict in force; it is told unless one about the same things already is."""
    same = table.current is not None and table.current.kind is verdict.kind and table.concerns == concerns
    table = replace(table, current=verdict, concerns=concerns)
    return Step(table) if same else speak(table, verdict)
