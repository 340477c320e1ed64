"""A match: its state, its revision, and the entries that its journal keeps. Values only; no files."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from engine.core.clock import Flag, MatchClock, new_clock, parse_control
from engine.core.decisions import TURN, Chooser, Outcome
from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.faults import CallerFault
from engine.core.game import A, Game, S, as_listed
from engine.core.ids import RuleId, Seat
from engine.core.pausing import OwnPause
from engine.core.phrase import Phrase, dump_phrase
from engine.core.verdict import PlayedAction
from engine.session.matches.entries import (
    NO_WORD,
    Amendment,
    EntryKind,
    JournalEntry,
    PersonsWord,
    dump_leftovers,
    dump_word,
    fingerprint,
    state_hash,
)
from engine.session.matches.match_opening import MatchOpening, dump_opening
from engine.session.matches.results import STARTED, dump_results
from engine.session.seen.sighting import NO_LEFTOVERS, Leftovers

TIME_UP = RuleId("CLOCK")
"""Stands for a rule where time, and no rule of the game, ended a match."""
RULED = RuleId("ARBITER")
"""Stands for a rule where people ended a match: the arbiter, or a player who gave it up."""

_CAUSES_KEPT = 256


@dataclass(frozen=True, slots=True)
class Earlier(Generic[S]):
    """A position before an action."""

    revision: int
    """The match's revision at that position."""
    state: S
    """The position."""
    played: Phrase
    """The action as a sentence."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """How people, and no rule of the game, ended a match."""

    winners: tuple[Seat, ...]
    """The seats that won; empty: nobody."""
    why: Amendment
    """The word for how it ended."""
    text: Phrase
    """The sentence that says so, with the arbiter's reason."""


@dataclass(frozen=True, slots=True)
class ShownHandsNote:
    """All hands are shown in the broadcast."""

    opening: str
    """The id of the command that opened them."""
    after_s: int
    """How many seconds later they are shown."""
    by: str
    """The mark of the device that the arbiter asked from; its address in records of earlier versions."""


@dataclass(frozen=True, slots=True)
class Departure:
    """The first entry where today's rules give another result than the journal, whose results then hold."""

    entry: int
    """The number of the journal's entry."""
    why: Phrase
    """The different result of this version's rules, or why they can't go on."""


@dataclass(frozen=True, slots=True)
class Match(Generic[S]):
    """A match as it stands."""

    opening: MatchOpening
    """The terms that it was opened with."""
    state: S
    """The position."""
    revision: int = 0
    """The number of committed actions."""
    leftovers: Leftovers = field(default_factory=dict)
    """Pieces that lie otherwise than the position says, and are accepted so."""
    causes: tuple[str, ...] = ()
    """The last commands and presses that were carried out, by id, so that none is carried out twice."""
    last_actions: tuple[Phrase, ...] = ()
    """The actions of the last entry, as sentences."""
    started: bool = False
    """A play was seen, or the table once was as the opening says; what only tablets played doesn't count."""
    begun: bool = False
    """Something was played."""
    past: tuple[Earlier[S], ...] = ()
    """The positions before every action, oldest first."""
    turn_from: int = 0
    """From this number on, the positions of `past` are of this turn, and chance decided nothing after them.
    """
    shown_from: int = 0
    """From this number on, all play since the positions of `past` shows on the table."""
    paused: bool = False
    """Nothing is judged or played until the players go on."""
    own_pause: OwnPause | None = None
    """The pause that one seat made alone; None: none, or people agreed on it."""
    own_pauses: Mapping[Seat, int] = field(default_factory=dict)
    """How often each seat has paused alone."""
    clock: MatchClock | None = None
    """The seats' time; None where no time is taken."""
    ruled: Ruling | None = None
    """How people ended it; None unless they did."""
    hands: ShownHandsNote | None = None
    """When all hands are shown in the broadcast; None unless they are."""
    code: str = ""
    """The code of its record, as people write it down at the end; empty until the table has signed it."""
    departed: Departure | None = field(default=None, compare=False)
    """Where its journal first departed from today's rules; None while they agree."""
    is_as_recorded: bool = field(default=False, compare=False)
    """Whether its last entry holds as it was recorded, instead of by today's rules."""
    ended: Outcome | None = field(default=None, compare=False)
    """How it ended by its journal, once that departed from today's rules; None: it hadn't ended."""

    @property
    def lost_on_time(self) -> tuple[Seat, ...]:
        """The seats that lost the match because their time was up; nothing is played after that."""
        return self.clock.fallen if self.clock and self.clock.control.flag is Flag.LOSES else ()

    @property
    def rests(self) -> bool:
        """Whether nothing is judged or played: the players broke off, or time or people ended it."""
        return self.paused or self.is_stopped

    @property
    def is_stopped(self) -> bool:
        """Whether time or people have ended the match, so that nothing is played after that."""
        return bool(self.lost_on_time) or self.ruled is not None

    @property
    def this_turn(self) -> tuple[Earlier[S], ...]:
        """The earlier positions that the active player may take back to, the newest last."""
        return self.past[self.turn_from :]

    @property
    def shown_this_turn(self) -> tuple[Earlier[S], ...]:
        """The positions of `this_turn` that moving pieces back restores: no card, skill or button between."""
        return self.past[max(self.turn_from, self.shown_from) :]


def open_match(game: Game[S, A], opening: MatchOpening) -> tuple[Match[S], JournalEntry]:
    """Return a match in its opening state and the entry that says so.

    Raises:
        InputFault: the setup isn't the game's.
    """
    state = game.initial(entry_of(opening.setup) if opening.setup is not None else None)
    opening = replace(opening, counts_backs=opening.draws is not DrawSource.SEED)
    body = {**dump_opening(opening), "state": game.dump(state), "state_hash": state_hash(game, state)}
    match = Match(opening, state, clock=clock_of(game, opening, state))
    return match, JournalEntry(EntryKind.OPENED, body)


def play(  # noqa: PLR0913  # the facts of a play, by name
    game: Game[S, A],
    match: Match[S],
    actions: tuple[A, ...],
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    causes: tuple[str, ...] = (),
    evidence: Mapping[str, Any] | None = None,
    was_seen: bool = True,
) -> tuple[Match[S], JournalEntry, tuple[PlayedAction, ...]]:
    """Return the match after legal actions, their journal entry, and the plays for people.

    `leftovers` are those that hold after the actions. `was_seen`: the play was seen on the table; what only
    tablets or chance played wasn't.

    Raises:
        IllegalActionFault: an action isn't legal.
    """
    started = match.started or was_seen
    after, kept, played = carried_out(
        game, match, actions, leftovers=leftovers, causes=causes, started=started
    )
    first = len(after.past) - len(actions)
    states = (*(one.state for one in after.past[first:]), after.state)
    documents = tuple(game.dump(state) for state in states)
    body: dict[str, Any] = {
        "actions": [game.format_action(action) for action in kept],
        "by": [one.by for one in played],
        "revision": after.revision,
        "state_hash": fingerprint(documents[-1]),
        "leftovers": dump_leftovers(leftovers),
    }
    body |= dump_results(body["actions"], played, documents, game.outcome(after.state))
    if causes:
        body["causes"] = list(causes)
    if evidence:
        body["evidence"] = dict(evidence)
    if not started:
        body[STARTED] = False
    return after, JournalEntry(EntryKind.PLAYED, body), played


def carried_out(
    game: Game[S, A],
    match: Match[S],
    actions: tuple[A, ...],
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    causes: tuple[str, ...] = (),
    started: bool,
) -> tuple[Match[S], tuple[A, ...], tuple[PlayedAction, ...]]:
    """Return the match after legal actions, the actions as they're listed, and the plays for people.

    `started`: a play was seen by then, or the table once was as the opening says.

    Raises:
        IllegalActionFault: an action isn't legal.
    """
    if not actions:
        raise CallerFault("expected at least one action to play; none came")
    played: list[PlayedAction] = []
    kept: list[A] = []
    state, past = match.state, list(match.past)
    turn_from, shown_from = match.turn_from, match.shown_from
    for written in actions:
        action = as_listed(game, state, written)
        kept.append(action)
        before, state = state, game.apply(state, action)
        played.append(described(game, before, action, after=state))
        past.append(Earlier(match.revision + len(past) - len(match.past), before, played[-1].text))
        if _is_final(game, before, state):
            turn_from = len(past)
        if game.trace(before, action).explicit:
            shown_from = len(past)
    after = replace(
        match,
        state=state,
        revision=match.revision + len(actions),
        leftovers=leftovers,
        causes=remembered(match, causes),
        last_actions=tuple(one.text for one in played),
        started=started,
        begun=True,
        past=tuple(past),
        turn_from=turn_from,
        shown_from=shown_from,
        is_as_recorded=False,
    )
    return after, tuple(kept), tuple(played)


def note(
    match: Match[S], leftovers: Leftovers, *, causes: tuple[str, ...] = ()
) -> tuple[Match[S], JournalEntry]:
    """Return the match that puts up with these leftovers, and the entry that says so."""
    after = replace(
        match,
        leftovers=leftovers,
        causes=remembered(match, causes),
        started=True,
    )
    body: dict[str, Any] = {"revision": match.revision, "leftovers": dump_leftovers(leftovers)}
    if causes:
        body["causes"] = list(causes)
    return after, JournalEntry(EntryKind.NOTED, body)


def amend(  # noqa: PLR0913  # the facts of an amendment, by name
    game: Game[S, A],
    match: Match[S],
    state: S,
    why: Amendment,
    text: Phrase,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    causes: tuple[str, ...] = (),
    winners: tuple[Seat, ...] | None = None,
    word: PersonsWord = NO_WORD,
) -> tuple[Match[S], JournalEntry]:
    """Return the match with its state set otherwise than by play, and the entry that says so.

    With `winners` the match is over, and they won. The revision goes up, so that a command from before isn't
    taken for one from after. A take-back drops the position that it returns to, and all later ones, from
    `past`. Other amendments clear `past`.
    """
    past = match.past
    if why is Amendment.TAKEN_BACK:
        past = past[: next((n for n, one in enumerate(past) if one.state == state), 0)]
    else:
        past = ()
    after = replace(
        match,
        state=state,
        revision=match.revision + 1,
        leftovers=leftovers,
        causes=remembered(match, causes),
        last_actions=(text,),
        started=True,
        past=past,
        turn_from=min(match.turn_from, len(past)),
        shown_from=min(match.shown_from, len(past)),
        ruled=match.ruled if winners is None else Ruling(winners, why, text),
        is_as_recorded=False,
    )
    body: dict[str, Any] = {
        "why": str(why),
        "text": dump_phrase(text),
        "state": game.dump(state),
        "revision": after.revision,
        "state_hash": state_hash(game, state),
        "leftovers": dump_leftovers(leftovers),
        **dump_word(word),
    }
    if winners is not None:
        body["winners"] = [str(seat) for seat in winners]
    if causes:
        body["causes"] = list(causes)
    return after, JournalEntry(EntryKind.AMENDED, body)


def pause(
    match: Match[S], *, paused: bool, causes: tuple[str, ...] = (), own: OwnPause | None = None
) -> tuple[Match[S], JournalEntry]:
    """Return the match after a pause began or ended, and the entry that says so.

    `own`: the seat that breaks off alone, and why; None: people agreed, or its time is over.
    """
    body: dict[str, Any] = {"revision": match.revision, "paused": paused}
    if causes:
        body["causes"] = list(causes)
    counted = match.own_pauses
    if own is not None:
        body |= {"by": own.seat, "reason": str(own.reason), "note": own.note, "for_s": own.for_s}
        counted = {**counted, Seat(own.seat): counted.get(Seat(own.seat), 0) + 1}
    known = remembered(match, causes)
    after = replace(match, paused=paused, own_pause=own, own_pauses=counted, causes=known)
    return after, JournalEntry(EntryKind.PAUSED, body)


def show_hands(
    match: Match[S], shown: ShownHandsNote | None, *, by: str, causes: tuple[str, ...] = ()
) -> tuple[Match[S], JournalEntry]:
    """Return the match after its hands were shown in the broadcast, or hidden again, and the entry for it."""
    body: dict[str, Any] = {"revision": match.revision, "shown": shown is not None, "by": by}
    if shown is not None:
        body |= {"opening": shown.opening, "after_s": shown.after_s}
    if causes:
        body["causes"] = list(causes)
    after = replace(match, hands=shown, causes=remembered(match, causes))
    return after, JournalEntry(EntryKind.HANDS, body)


def introduce(
    match: Match[S], seat: Seat, name: str, sign: str = "", *, causes: tuple[str, ...] = ()
) -> tuple[Match[S], JournalEntry]:
    """Return the match where a seat goes by its player's name and sign, and the entry for that.

    Either is empty for none.
    """
    opening = replace(
        match.opening,
        players=_given(match.opening.players, seat, name),
        signs=_given(match.opening.signs, seat, sign),
    )
    body: dict[str, Any] = {"revision": match.revision, "seat": str(seat), "name": name}
    if sign:
        body["sign"] = sign
    if causes:
        body["causes"] = list(causes)
    after = replace(match, opening=opening, causes=remembered(match, causes))
    return after, JournalEntry(EntryKind.INTRODUCED, body)


def _given(known: Mapping[Seat, str], seat: Seat, what: str) -> dict[Seat, str]:
    return {one: given for one, given in {**known, seat: what}.items() if given}


def remark(match: Match[S], text: Phrase, evidence: Mapping[str, Any]) -> JournalEntry:
    """Return the entry that keeps a sentence about the table; the match stays as it is."""
    return JournalEntry(
        EntryKind.REMARKED,
        {"revision": match.revision, "text": dump_phrase(text), "evidence": dict(evidence)},
    )


def described(game: Game[S, A], state: S, action: A, *, after: S | None = None) -> PlayedAction:
    """Return an action as everybody may see it: written out, with its seat, and as a sentence.

    `after` is the state that it led to, if it was played.
    """
    return PlayedAction(
        action=shown(game, state, action),
        by=game.actor(state, action),
        text=game.action_text(state, action),
        note=game.action_note(state, action),
        came=() if after is None else tuple(game.consequences(state, after)),
    )


def shown(game: Game[S, A], state: S, action: A) -> dict[str, Any]:
    """Return an action as scenario files write it, without anything that is secret."""
    return game.shown_action(state, action, None)


def remembered(match: Match[S], causes: tuple[str, ...]) -> tuple[str, ...]:
    """Return a match's newest causes, with these added."""
    return (*match.causes, *causes)[-_CAUSES_KEPT:]


def outcome_of(game: Game[S, A], match: Match[S]) -> Outcome | None:
    """Return how a match ended: by its rules, by time or by people's decision; None while it goes on."""
    by_rules = match.ended if match.is_as_recorded else game.outcome(match.state)
    if by_rules is not None or not match.is_stopped:
        return by_rules
    if match.ruled is not None:
        return Outcome(match.ruled.winners, RULED, str(match.ruled.why))
    seats = (one.seat for one in game.view(match.state, None).seats if not one.out)
    return Outcome(tuple(seat for seat in seats if seat not in match.lost_on_time), TIME_UP, "time")


def clock_of(game: Game[S, A], opening: MatchOpening, state: S) -> MatchClock | None:
    """Return the clock that a match begins with; None: it has none."""
    if not opening.clock:
        return None
    return new_clock(parse_control(opening.clock), tuple(one.seat for one in game.view(state, None).seats))


def _is_final(game: Game[S, A], before: S, after: S) -> bool:
    """Tell whether a player can't take an action back: chance has decided since, or a turn is over."""
    was, now = game.decider(before), game.decider(after)
    if Chooser.CHANCE in (was.chooser, now.chooser):
        return True
    turns = was.kind == now.kind == TURN
    return turns and was.seats != now.seats
