"""Breaking off and going on: all who play agree, or the table's own page says so. Pure.

One seat alone stops nobody: its wish is shown to the others, and play goes on meanwhile.
"""

from dataclasses import replace

from engine.bots.registry import parse_seating
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.session.matches.match import pause
from engine.session.playing.command_answers import answered, declined, say
from engine.session.playing.table import BreakingOff, Setting, Table, TableStep, seat_names, seats_in_play


def broken_off(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Let the players do with the pieces what they like; when they go on, the table is judged as it lies."""
    game, match, paused = setting.game, table.match, asked.kind is CommandKind.PAUSE
    if paused is match.paused:
        text = say("is_paused" if paused else "not_paused")
        return declined(table, asked, AnswerCode.NOT_NOW, text)
    people = people_in_play(setting, table)
    if asked.seat is not None and asked.seat not in people:
        whose, asker = (seat_names(game, match.state, one) for one in (sorted(people), (asked.seat,)))
        not_yours = say("not_yours_to_agree", seats=whose, seat=asker)
        return declined(table, asked, AnswerCode.ILLEGAL, not_yours)
    # The table's own page, which is nobody's, speaks for all who sit at it.
    want = people if asked.seat is None else frozenset((asked.seat,)) | _wanted_by(table)
    if not want >= people:
        wish = BreakingOff(match.revision, want & people)
        waiting = say("waiting", seats=seat_names(game, match.state, sorted(people - want)))
        return answered(TableStep(replace(table, breaking_off=wish)), asked, AnswerCode.DONE, waiting)
    match, entry = pause(match, paused=paused, causes=(asked.id,))
    after = replace(table, match=match, touches=(), breaking_off=None)
    return answered(TableStep(after, (entry,)), asked, AnswerCode.DONE)


def waits_for(setting: Setting[S, A], table: Table[S, A]) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """Return which seats want a pause, or in one to go on, and which haven't said so; else none."""
    want = _wanted_by(table)
    return want, people_in_play(setting, table) - want if want else frozenset()


def people_in_play(setting: Setting[S, A], table: Table[S, A]) -> frozenset[Seat]:
    """Return the seats that people play: bots are asked for nothing."""
    seats = seats_in_play(setting.game, table.match.state)
    # Of all seats, so that a bot is known where others are out already.
    every = [one.seat for one in setting.game.view(table.match.state, None).seats]
    return seats - parse_seating(table.match.opening.bots, every).keys()


def _wanted_by(table: Table[S, A]) -> frozenset[Seat]:
    wish = table.breaking_off
    # Play since then ends a wish.
    return wish.seats if wish is not None and wish.at == table.match.revision else frozenset()
