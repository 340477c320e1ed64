"""Pausing and going on: by all players, by the arbiter, or by one seat for a while. Pure.

One seat alone can't stop the others for good. They see its wish, and play goes on meanwhile. If the match was
opened so, one seat may pause for a reason and a time; that pause ends by itself.
"""

from dataclasses import replace

from engine.bots.registry import parse_seating
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.core.pausing import (
    NOTE_LENGTH,
    PAUSES_EACH,
    OwnPause,
    PausedBy,
    PauseReason,
    PauseRule,
    parse_pausing,
)
from engine.session.matches.match import pause
from engine.session.playing.command_answers import answered, declined, say
from engine.session.playing.table import BreakingOff, Setting, Table, TableStep, seat_names, seats_in_play


def broken_off(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Pause the match: players may do as they like with the pieces.

    Afterwards the table is judged as it lies.
    """
    game, match, paused = setting.game, table.match, asked.kind is CommandKind.PAUSE
    if paused is match.paused:
        text = say("is_paused" if paused else "not_paused")
        return declined(table, asked, AnswerCode.NOT_NOW, text)
    people = people_in_play(setting, table)
    if asked.seat is not None and asked.seat not in people:
        whose, asker = (seat_names(game, match.state, one) for one in (sorted(people), (asked.seat,)))
        not_yours = say("not_yours_to_agree", seats=whose, seat=asker)
        return declined(table, asked, AnswerCode.ILLEGAL, not_yours)
    if paused and asked.seat is not None and asked.thing:
        return _alone(table, asked, asked.seat)
    rule = _rule(table)
    # The table's own page belongs to no seat and speaks for all players.
    want = people if asked.seat is None else frozenset((asked.seat,)) | _wanted_by(table)
    own = match.own_pause is not None and match.own_pause.seat == asked.seat
    leaves_to_arbiter = rule.by is PausedBy.ARBITER and asked.seat is not None
    if not own and (leaves_to_arbiter or not want >= people):
        wish = BreakingOff(match.revision, want & people)
        waiting = seat_names(game, match.state, sorted(people - want))
        text = say("waiting_arbiter") if leaves_to_arbiter else say("waiting", seats=waiting)
        return answered(TableStep(replace(table, breaking_off=wish)), asked, AnswerCode.DONE, text)
    return answered(_turned(table, paused=paused, causes=(asked.id,)), asked, AnswerCode.DONE)


def _alone(table: Table[S, A], asked: Command, seat: Seat) -> TableStep[S, A]:
    """Pause for one seat's reason, where the match was opened so."""
    rule, note = _rule(table), asked.reason.strip()
    if rule.by is not PausedBy.REASON:
        return declined(table, asked, AnswerCode.ILLEGAL, say("not_alone"))
    if asked.thing not in tuple(PauseReason) or len(note) > NOTE_LENGTH:
        text = say("why_paused", most=NOTE_LENGTH)
        return declined(table, asked, AnswerCode.UNREADABLE, text)
    if table.match.own_pauses.get(seat, 0) >= PAUSES_EACH:
        return declined(table, asked, AnswerCode.NOT_NOW, say("paused_enough", times=PAUSES_EACH))
    own = OwnPause(seat, PauseReason(asked.thing), note, rule.longest_s)
    return answered(_turned(table, paused=True, causes=(asked.id,), own=own), asked, AnswerCode.DONE)


def rested(step: TableStep[S, A], now: float) -> TableStep[S, A]:
    """Return a step after which the match goes on if a seat's own pause is over by `now`.

    After a restart the time counts from the beginning: the pause gets longer, but still ends.
    """
    table, own = step.table, step.table.match.own_pause
    if own is None:
        return step if table.paused_at is None else replace(step, table=replace(table, paused_at=None))
    if table.paused_at is None:
        return replace(step, table=replace(table, paused_at=now))
    if now - table.paused_at < own.for_s:
        return step
    return step.then(_turned(table, paused=False))


def _turned(
    table: Table[S, A], *, paused: bool, causes: tuple[str, ...] = (), own: OwnPause | None = None
) -> TableStep[S, A]:
    match, entry = pause(table.match, paused=paused, causes=causes, own=own)
    return TableStep(replace(table, match=match, touches=(), breaking_off=None, paused_at=None), (entry,))


def waits_for(setting: Setting[S, A], table: Table[S, A]) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """Return the seats that want a pause, or its end, and the seats still to agree; else none.

    No seat is waited for where the arbiter decides.
    """
    want = _wanted_by(table)
    if not want or _rule(table).by is PausedBy.ARBITER:
        return want, frozenset()
    return want, people_in_play(setting, table) - want


def people_in_play(setting: Setting[S, A], table: Table[S, A]) -> frozenset[Seat]:
    """Return the seats that people play; bots needn't agree to anything."""
    seats = seats_in_play(setting.game, table.match.state)
    # All seats are parsed, so that a bot is known even where others are out already.
    every = [one.seat for one in setting.game.view(table.match.state, None).seats]
    return seats - parse_seating(table.match.opening.bots, every).keys()


def _rule(table: Table[S, A]) -> PauseRule:
    return parse_pausing(table.match.opening.pause)


def _wanted_by(table: Table[S, A]) -> frozenset[Seat]:
    wish = table.breaking_off
    # Play since then ends the wish.
    return wish.seats if wish is not None and wish.at == table.match.revision else frozenset()
