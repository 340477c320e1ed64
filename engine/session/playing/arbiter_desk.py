"""The arbiter's desk: a fact of the position corrected, time taken from a clock, each for a reason. Pure.

Both are recorded in the journal with their reason, and announced. A correction names the fact that it
changes. So only public facts can be corrected, and nobody learns a hidden card.
"""

from dataclasses import replace

from engine.bus.messages.commands import Command
from engine.core.clock import dump_clock
from engine.core.faults import InputFault
from engine.core.game import A, Game, S
from engine.core.ids import Seat
from engine.core.phrase import Fact, Phrase
from engine.core.views import View
from engine.session.matches.entries import Amendment, EntryKind, JournalEntry, PersonsWord, dump_word
from engine.session.matches.match import amend, remembered
from engine.session.playing.judgement import amended
from engine.session.playing.remarks import remarked
from engine.session.playing.table import Setting, Table, TableStep, presumed, seat_names
from engine.session.seen.sighting import leftovers_of
from engine.session.texts import TEXTS

MOST_SECONDS = 24 * 3600
"""The most time that is taken from a clock, or given to it, at once."""


def correct(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Set one fact of the position as the arbiter says.

    Raises:
        InputFault: the game can't set such a fact, or none of its positions has that value; says why.
    """
    game, match = setting.game, table.match
    if asked.thing not in game.correctable():
        raise InputFault(TEXTS.say("desk.no_fact", fact=asked.thing[:40] or "-"))
    whose = str(asked.piece or asked.player or "")
    state = game.corrected(match.state, whose, asked.thing, asked.name.strip())
    if state == match.state:
        raise InputFault(TEXTS.say("desk.is_so"))
    was, now = (fact_text(game, one, whose, asked.thing) for one in (match.state, state))
    said = TEXTS.say("amended.corrected", what=_whose_text(game, match.state, whose), now=now, was=was)
    said = TEXTS.say("because", what=said, why=word_of(asked))
    seen = presumed(setting, table)
    leftovers = leftovers_of(seen, game.layout(state), game.pieces(state))
    made = amend(
        game,
        match,
        state,
        Amendment.CORRECTED,
        said,
        leftovers=leftovers,
        causes=(asked.id,),
        word=PersonsWord(asked.by.strip(), asked.reason.strip()),
    )
    return amended(setting, replace(table, wish=None), seen, made)


def penalise(setting: Setting[S, A], table: Table[S, A], asked: Command) -> TableStep[S, A]:
    """Take `choice` seconds from a player's clock; a negative number adds seconds.

    Raises:
        InputFault: the match has no clock, there's no such player, or the number is too large or zero.
    """
    match, clock, seconds, seat = table.match, table.match.clock, asked.choice, asked.player
    if clock is None:
        raise InputFault(TEXTS.say("desk.no_clock"))
    if seat is None or seat not in clock.left_s:
        known = seat_names(setting.game, match.state, sorted(clock.left_s))
        raise InputFault(TEXTS.say("answer.not_in_match", seat=str(seat or "-")[:40], known=known))
    if not seconds or abs(seconds) > MOST_SECONDS:
        raise InputFault(TEXTS.say("desk.seconds", most=MOST_SECONDS))
    left = {**clock.left_s, seat: clock.left_s[seat] - seconds}
    # A seat that has time again may run out of it again.
    fallen = tuple(one for one in clock.fallen if left[one] <= 0)
    after = replace(clock, left_s=left, fallen=fallen)
    key = "desk.taken" if seconds > 0 else "desk.given"
    who = seat_names(setting.game, match.state, (seat,))
    said = TEXTS.say("because", what=TEXTS.say(key, seat=who, s=abs(seconds)), why=word_of(asked))
    kept = JournalEntry(EntryKind.CLOCKED, {"revision": match.revision, "clock": dump_clock(after)})
    match = replace(match, clock=after, causes=remembered(match, (asked.id,)))
    table = replace(table, match=match)
    facts = {"penalised": seat, "s": seconds, **dump_word(PersonsWord(asked.by.strip()))}
    return TableStep(table, (kept,)).then(remarked(setting, table, said, facts))


def word_of(asked: Command) -> Fact:
    """Return the reason that an arbiter gives, after the name of the person where it's known."""
    reason, by = asked.reason.strip(), asked.by.strip()
    return TEXTS.say("word_of", by=by, why=reason) if by else reason


def fact_text(game: Game[S, A], state: S, whose: str, fact: str) -> Phrase:
    """Return a public fact of a position in words: `HP 2`, `at e5`, `3 coins`."""
    view = game.view(state, None)
    _, _, name = fact.partition(".")
    if fact.startswith("seat."):
        return _seat_text(view, Seat(whose), name)
    if fact.startswith("match."):
        on_turn = seat_names(game, state, () if view.turn is None else (view.turn,))
        return TEXTS.say(f"facts.{name}", value=on_turn if name == "turn" else view.round)
    piece = next((one for one in view.pieces if one.piece == whose), None)
    if piece is None or piece.cell is None:
        return TEXTS.say("facts.gone")
    if name == "acted":
        return TEXTS.say("facts.acted" if piece.spent else "facts.not_acted")
    value: Fact = piece.cell if name == "at" else piece.hp or 0
    return TEXTS.say(f"facts.{name}", value=value)


def _seat_text(view: View, seat: Seat, name: str) -> Phrase:
    for one in view.seats:
        for (what, number), said in zip(one.numbers, one.counts, strict=False):
            if one.seat == seat and what == name:
                return said or TEXTS.say("facts.number", value=number, name=name)
    return TEXTS.say("facts.number", value=0, name=name)


def _whose_text(game: Game[S, A], state: S, whose: str) -> Phrase:
    view = game.view(state, None)
    labels = {str(one.piece): one.label for one in view.pieces}
    labels |= {str(one.piece): one.label for one in view.absent}
    labels |= {str(one.seat): one.label for one in view.seats}
    if whose in labels:
        return labels[whose]
    return TEXTS.say("facts.other", whose=whose) if whose else TEXTS.say("facts.match")
