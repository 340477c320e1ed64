"""The answers to commands: a code, and for a declined command the reason. Pure."""

from collections.abc import Callable
from dataclasses import replace

from engine.bus.messages.commands import Answer, AnswerCode, Command
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Fact, Phrase
from engine.core.unusable import explained
from engine.session.matches.entries import JournalEntry
from engine.session.matches.match import Match
from engine.session.playing.judgement import amended
from engine.session.playing.table import Setting, Table, TableStep, presumed, seat_names, seats_in_play
from engine.session.texts import TEXTS

_ANSWERS_KEPT = 256


def answered(
    step: TableStep[S, A], asked: Command, code: AnswerCode, text: Phrase = SILENCE
) -> TableStep[S, A]:
    """Return a step with the answer to its command."""
    answer = Answer(asked.id, code, step.table.match.revision, text, seat=asked.seat)
    # A command that changed nothing may be sent again later, when it may be right.
    keeps = code is AnswerCode.DONE
    answered = (*step.table.answered, answer)[-_ANSWERS_KEPT:] if keeps else step.table.answered
    return step.then(TableStep(replace(step.table, answered=answered), answers=(answer,)))


def declined(table: Table[S, A], asked: Command, code: AnswerCode, text: Phrase) -> TableStep[S, A]:
    """Return the step that does nothing and says why not."""
    return answered(TableStep(table), asked, code, text)


def tried(table: Table[S, A], asked: Command, do: Callable[[], TableStep[S, A]]) -> TableStep[S, A]:
    """Return the result of a command; if it isn't possible, the step whose answer says why."""
    try:
        step = do()
    except InputFault as error:
        return declined(table, asked, AnswerCode.UNREADABLE, explained(error))
    return answered(step, asked, AnswerCode.DONE)


def gone_on(
    setting: Setting[S, A], table: Table[S, A], asked: Command, made: tuple[Match[S], JournalEntry]
) -> TableStep[S, A]:
    """Return the step after which the table goes on from an amended match."""
    after = replace(table, wish=None)
    return answered(amended(setting, after, presumed(setting, table), made), asked, AnswerCode.DONE)


def not_in_match(setting: Setting[S, A], table: Table[S, A], asked: Command, seat: Seat) -> TableStep[S, A]:
    """Decline a command about a seat that nobody plays."""
    game, state = setting.game, table.match.state
    return unknown_seat(table, asked, seat, seat_names(game, state, sorted(seats_in_play(game, state))))


def unknown_seat(table: Table[S, A], asked: Command, seat: Seat | None, known: Phrase) -> TableStep[S, A]:
    """Decline a command about a seat that doesn't exist; `known`: the seats that do."""
    text = say("not_in_match", seat=str(seat or "-")[:40], known=known)
    return declined(table, asked, AnswerCode.UNREADABLE, text)


def say(key: str, **facts: Fact) -> Phrase:
    """Return an answer, by the key of its text."""
    return TEXTS.say(f"answer.{key}", **facts)
