"""Acts by somebody's word: a player leaves; the arbiter corrects, shows hands, ends a match. Pure."""

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.decisions import Chooser
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.unusable import explained
from engine.session.matches.entries import Amendment, PersonsWord
from engine.session.matches.match import amend
from engine.session.playing.arbiter_desk import correct, penalise, word_of
from engine.session.playing.command_answers import (
    declined,
    gone_on,
    not_in_match,
    say,
    tried,
)
from engine.session.playing.spectators import lay_open
from engine.session.playing.table import Setting, Table, TableStep, presumed, seat_names, seats_in_play
from engine.session.seen.sighting import leftovers_of
from engine.session.texts import TEXTS

LONGEST_REASON = 300
"""The most characters of the reason for adjudicating a match."""

ARBITERS = {CommandKind.CORRECT: correct, CommandKind.PENALISE: penalise}
"""The commands that only the arbiter gives, while the match goes on and with a reason."""


def resign(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Continue without a player who leaves.

    In a game for two that can't continue, the other player wins.
    """
    game, state = setting.game, table.match.state
    seat, seats = asked.seat or asked.player, seats_in_play(game, state)
    if asked.seat is not None and asked.player not in {None, asked.seat}:
        whose, asker = (seat_names(game, state, (one,)) for one in (asked.player or asked.seat, asked.seat))
        return declined(table, asked, AnswerCode.ILLEGAL, say("not_yours_to_agree", seats=whose, seat=asker))
    if seat is None:
        return declined(table, asked, AnswerCode.UNREADABLE, say("who_leaves"))
    if game.decider(state).chooser is Chooser.NOBODY:
        return declined(table, asked, AnswerCode.NOT_NOW, say("nothing_runs"))
    if seat not in seats:
        return not_in_match(setting, table, asked, seat)
    winners: tuple[Seat, ...] | None = None
    try:
        left = game.without(state, seat)
    except InputFault as error:
        text = say("cannot_leave", why=explained(error))
        return declined(table, asked, AnswerCode.NOT_NOW, text)
    if left is not None:
        state = left
    elif len(seats) == 2:
        winners = tuple(seats - {seat})
    else:
        return declined(table, asked, AnswerCode.NOT_NOW, say("needs_all"))
    said = TEXTS.say("amended.resigned", seat=seat_names(game, state, (seat,)))
    return _ended(setting, table, asked, (state, Amendment.RESIGNED, said), winners)


def hands_laid_open(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Show all hands in the broadcast, while the match goes on, or hide them, at any time."""
    if asked.seat is not None:
        return declined(table, asked, AnswerCode.ILLEGAL, say("only_arbiter_does"))
    runs = (
        setting.game.decider(table.match.state).chooser is not Chooser.NOBODY and not table.match.is_stopped
    )
    if asked.kind is CommandKind.SHOW_HANDS and not runs:
        return declined(table, asked, AnswerCode.NOT_NOW, say("nothing_runs"))
    return tried(table, asked, lambda: lay_open(setting, table, asked))


def arbitrated(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Have the arbiter correct a fact, or a clock."""
    if asked.seat is not None:
        return declined(table, asked, AnswerCode.ILLEGAL, say("only_arbiter_does"))
    if not 0 < len(asked.reason.strip()) <= LONGEST_REASON:
        return declined(table, asked, AnswerCode.UNREADABLE, say("why_done", most=LONGEST_REASON))
    if setting.game.decider(table.match.state).chooser is Chooser.NOBODY:
        return declined(table, asked, AnswerCode.NOT_NOW, say("nothing_runs"))
    return tried(table, asked, lambda: ARBITERS[asked.kind](setting, table, asked))


def adjudicate(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """End the match by the arbiter's decision, with its winners and reason."""
    game, state = setting.game, table.match.state
    reason, winners = asked.reason.strip(), tuple(dict.fromkeys(asked.winners))
    if asked.seat is not None:
        return declined(table, asked, AnswerCode.ILLEGAL, say("only_arbiter"))
    if not 0 < len(reason) <= LONGEST_REASON:
        text = say("why_ruled", most=LONGEST_REASON)
        return declined(table, asked, AnswerCode.UNREADABLE, text)
    if game.decider(state).chooser is Chooser.NOBODY:
        return declined(table, asked, AnswerCode.NOT_NOW, say("nothing_runs"))
    for seat in winners:
        if seat not in seats_in_play(game, state):
            return not_in_match(setting, table, asked, seat)
    why = word_of(asked)
    said = (
        TEXTS.say("amended.adjudicated", seats=seat_names(game, state, winners), why=why)
        if winners
        else TEXTS.say("amended.adjudicated_nobody", why=why)
    )
    return _ended(setting, table, asked, (state, Amendment.ADJUDICATED, said), winners)


def _ended(
    setting: Setting[S, A],
    table: Table[S, A],
    asked: Command,
    how: tuple[S, Amendment, Phrase],
    winners: tuple[Seat, ...] | None,
) -> TableStep[S, A]:
    game, (state, why, said), seen = setting.game, how, presumed(setting, table)
    leftovers = leftovers_of(seen, game.layout(state), game.pieces(state))
    made = amend(
        game,
        table.match,
        state,
        why,
        said,
        leftovers=leftovers,
        causes=(asked.id,),
        winners=winners,
        word=PersonsWord(asked.by.strip(), asked.reason.strip()),
    )
    return gone_on(setting, table, asked, made)
