"""Which seat's time runs at a table, and how much of it is given back. Pure; a layer over other steps.

A seat's time runs while it has to decide and the table is right. This begins with the first play, so that
nobody has to hurry to sit down. No seat pays for the time between a play on the table and its verdict, nor
for the time while pieces are put right or players are asked.
"""

from dataclasses import replace
from typing import Any

from engine.core.clock import ClockStop, Flag, MatchClock, dump_clock
from engine.core.decisions import TURN, Chooser
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.core.sentences import joined
from engine.core.verdict import VerdictKind
from engine.session.explaining.explanations import Ambiguous
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.match import Match
from engine.session.playing.remarks import remarked
from engine.session.playing.settlement import is_settled
from engine.session.playing.table import SILENT_S, Setting, Table, TableStep, seat_names, seats_in_play
from engine.session.texts import TEXTS

KEPT_EVERY_S = 20.0
"""How often a running clock is written into the journal: a crash can give back no more than this."""

HELD_S = 5.0
"""How long a flag waits for a play that was on its way before the time was up."""


def timed(setting: Setting[S, A], before: Table[S, A], step: TableStep[S, A], now: float) -> TableStep[S, A]:
    """Return a step with its effect on the clock. `now` is the receiver's monotonic clock."""
    clock, after = step.table.match.clock, step.table
    if clock is None:
        return step
    stands, played = _stands(setting, after, now), after.match.revision != before.match.revision
    deciding, turn = _deciding(setting, after)
    waited_s = _waited_s(before, after, now) if played or (stands and not clock.stands) else 0.0
    charged = clock.charged(max(clock.since or 0.0, now - waited_s))
    up = charged.up()
    if up and not played and min(charged.left_s[seat] for seat in up) > -HELD_S:
        up = () if is_unclear(setting, after) else up
    changed = (stands, deciding) != (clock.stands, clock.deciding)
    due = clock.runs and clock.since is not None and now - clock.since >= KEPT_EVERY_S
    if not (changed or played or up or due):
        if clock.since is not None:
            return step
        return replace(step, table=_with(after, replace(clock, since=now)))
    given_back_s = now - clock.since if clock.stands and clock.since is not None else waited_s
    new = replace(
        charged.passed_to(deciding, turn=turn),
        fallen=(*clock.fallen, *up),
        stands=stands,
        since=now,
        answering=_answering(setting, after) if clock.control.answer_s else (),
        asked_s=0.0 if played else charged.asked_s,
    )
    if new.fallen and new.control.flag is Flag.LOSES:
        new = replace(new.passed_to((), turn=False), stands=ClockStop.OVER)
    given_back = (
        {"seats": list(clock.deciding), "s": round(given_back_s, 3), "why": str(clock.stands or "settling")}
        if given_back_s > 0 and clock.deciding
        else None
    )
    timed_step = replace(
        step, table=_with(after, new), entries=(*step.entries, _entry(after.match, new, given_back))
    )
    return timed_step.then(_tell_flags(setting, timed_step.table, up)) if up else timed_step


def _stands(setting: Setting[S, A], table: Table[S, A], now: float) -> ClockStop | None:
    """Return why no seat's time runs; None where one runs."""
    match, current = table.match, table.current
    if match.is_stopped or setting.game.decider(match.state).chooser is Chooser.NOBODY:
        return ClockStop.OVER
    if match.paused:
        return ClockStop.PAUSED
    if not match.started and not match.begun:
        return ClockStop.SET_UP
    if not match.begun:
        return ClockStop.UNBEGUN
    if table.looked_at is not None and now - table.looked_at > SILENT_S:
        return ClockStop.UNSEEN
    if table.astray and table.astray >= table.belief.runs.keys():
        return ClockStop.UNSEEN
    if current is None or not table.belief.runs:
        # On a table without sources nobody sees which pieces have still to be put.
        return None
    if current.kind is VerdictKind.ILLEGAL:
        # A player who has played on since leaves it as it is.
        played_on = all(one.revision < match.revision for one in table.aside.values())
        return None if table.aside and played_on else ClockStop.WARNED
    if current.kind is VerdictKind.AMBIGUOUS:
        return ClockStop.ASKED
    # An unfinished play of the active seat takes that seat's own time.
    return ClockStop.PUTTING if table.doubt is None else None


def _deciding(setting: Setting[S, A], table: Table[S, A]) -> tuple[tuple[Seat, ...], bool]:
    """Return the seats whose time it is, and whether because it's their turn."""
    decision = setting.game.decider(table.match.state)
    if decision.chooser is Chooser.NOBODY or table.match.is_stopped:
        return (), False
    return decision.seats, decision.chooser is Chooser.SEAT and decision.kind == TURN


def _answering(setting: Setting[S, A], table: Table[S, A]) -> tuple[Seat, ...]:
    """Return the seats that are asked something outside the usual turn, and may pass."""
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    if decision.chooser is not Chooser.SEAT or decision.kind == TURN:
        return ()
    return tuple(seat for seat in decision.seats if game.declined(state, seat) is not None)


def _waited_s(before: Table[S, A], after: Table[S, A], now: float) -> float:
    """Return how long ago the newly judged press or play was made."""
    waiting = {one.event for one in after.waiting}
    pressed = [one.received_at for one in before.waiting if one.event not in waiting]
    if pressed:
        return max(0.0, now - min(pressed))
    if after.judged is None or after.judged is before.judged:
        return 0.0
    settled_at = after.judged.since
    if before.judged is not None and before.doubt is None:
        # As long as the table was judged to differ, this hadn't been played.
        settled_at = max(settled_at, before.judged.taken_at)
    return max(0.0, after.judged.taken_at - settled_at)


def is_unclear(setting: Setting[S, A], table: Table[S, A]) -> bool:
    """Tell whether there may be a play on the table that isn't judged yet."""
    if table.waiting or (table.doubt is not None and isinstance(table.doubt.explanation, Ambiguous)):
        return True
    return bool(table.belief.runs) and not is_settled(setting, table)


def _tell_flags(setting: Setting[S, A], table: Table[S, A], up: tuple[Seat, ...]) -> TableStep[S, A]:
    match = table.match
    text = TEXTS.say("time.up", seats=seat_names(setting.game, match.state, up))
    if match.lost_on_time:
        winners = sorted(seats_in_play(setting.game, match.state) - {*match.lost_on_time})
        won = seat_names(setting.game, match.state, winners)
        text = joined((text, TEXTS.say("time.lost", seats=won)), "sentences")
    return remarked(setting, table, text, {"time_up": list(up)})


def _with(table: Table[S, A], clock: MatchClock) -> Table[S, A]:
    return replace(table, match=replace(table.match, clock=clock))


def _entry(match: Match[S], clock: MatchClock, given_back: dict[str, Any] | None) -> JournalEntry:
    body: dict[str, Any] = {"revision": match.revision, "clock": dump_clock(clock)}
    if given_back is not None:
        body["given_back"] = given_back
    return JournalEntry(EntryKind.CLOCKED, body)
