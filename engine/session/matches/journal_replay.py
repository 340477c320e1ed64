"""Journals read again: every entry applied to the match before it, its fingerprint checked. Pure.

Where today's rules don't give an entry's results, the entry's results hold. The match then goes on as
recorded, and notes where it departed from today's rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.clock import load_clock
from engine.core.decisions import Outcome
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import A, Game, S
from engine.core.ids import Seat
from engine.core.pausing import OwnPause, PauseReason
from engine.games.carried import is_as_installed
from engine.session.matches.as_recorded import BROKEN, BY_RULES, amended, as_recorded, said_by
from engine.session.matches.entries import BESIDE_PLAY, EntryKind, JournalEntry, load_leftovers, state_hash
from engine.session.matches.match import (
    Match,
    ShownHandsNote,
    carried_out,
    clock_of,
    introduce,
    note,
    pause,
    show_hands,
)
from engine.session.matches.match_opening import MatchOpening, load_opening
from engine.session.matches.results import RESULTS, KeptStates, kept_outcome, kept_started
from engine.session.matches.signing import load_signature
from engine.session.texts import TEXTS


def read_opening(entry: JournalEntry) -> MatchOpening:
    """Return the opening in the first entry of a journal; inverse of `open_match`.

    Raises:
        InputFault: it doesn't open a match, or was written by a newer program.
    """
    if entry.kind is not EntryKind.OPENED:
        raise InputFault(TEXTS.say("journal.not_opened", found=str(entry.kind)))
    return load_opening(entry.body)


def players_of(entries: Sequence[JournalEntry]) -> dict[Seat, str]:
    """Return the players' last names in a match, without replaying it."""
    return _introduced(entries, read_opening(entries[0]).players, "name")


def signs_of(entries: Sequence[JournalEntry]) -> dict[Seat, str]:
    """Return the last signs of a match's players, without replaying it."""
    return _introduced(entries, read_opening(entries[0]).signs, "sign")


def _introduced(entries: Sequence[JournalEntry], found: dict[Seat, str], what: str) -> dict[Seat, str]:
    for entry in entries:
        if entry.kind is EntryKind.INTRODUCED:
            found = {**found, Seat(str(entry.body["seat"])): str(entry.body.get(what, ""))}
    return {seat: given for seat, given in found.items() if given}


def replay(game: Game[S, A], entries: Sequence[JournalEntry]) -> Match[S]:
    """Return the match that a journal's entries lead to, every step checked.

    Raises:
        InputFault: an entry doesn't fit; names its number, what was expected and what came.
    """
    match: Match[S] | None = None
    for match in replayed(game, entries):  # noqa: B007 # the last one is wanted
        pass
    if match is None:
        raise InputFault(TEXTS.say("journal.empty"))
    return match


def replayed(
    game: Game[S, A], entries: Sequence[JournalEntry], *, known: Sequence[Match[S]] = ()
) -> Iterator[Match[S]]:
    """Yield the match after each of its journal's entries, every step checked.

    `known`: the matches after the first entries, from an earlier call; only later ones are yielded.

    Raises:
        InputFault: an entry doesn't fit; names its number, what was expected and what came.
    """
    match: Match[S] | None = known[-1] if known else None
    kept = KeptStates(entries)
    for number, entry in enumerate(entries[len(known) :], start=len(known) + 1):
        try:
            try:
                match = _opened(game, entry) if match is None else advanced(game, match, entry)
            except BY_RULES as error:
                _expect_other_rules(entries[0], error)
                match = as_recorded(game, match, kept, number, said_by(error))
        except BROKEN as error:
            raise InputFault(TEXTS.say("journal.not_replayed", number=number, why=said_by(error))) from error
        yield match


def _expect_other_rules(opened: JournalEntry, error: Exception) -> None:
    """See that a journal may differ from the installed rules: it was played by other rules.

    Under the very rules that it was played by, a difference means that the journal was changed.

    Raises:
        Exception: the rules are the same; the given error.
    """
    opening = load_opening(opened.body)
    if is_as_installed(opening.terms, opening.played_with):
        raise error


def advanced(game: Game[S, A], match: Match[S], entry: JournalEntry) -> Match[S]:
    """Return the match after one more entry of its journal, checked.

    Raises:
        InputFault: the entry doesn't fit. A body that isn't an entry's raises KeyError, TypeError, ValueError
            or AttributeError.
    """
    body = entry.body
    causes = tuple(str(cause) for cause in body.get("causes", ()))
    leftovers = match.leftovers if entry.kind in BESIDE_PLAY else load_leftovers(body["leftovers"])
    match entry.kind:
        case EntryKind.OPENED:
            raise InputFault(TEXTS.say("journal.opened_twice"))
        case EntryKind.REMARKED:
            after = match
        case EntryKind.INTRODUCED:
            seat, sign = Seat(str(body["seat"])), str(body.get("sign", ""))
            after, _ = introduce(match, seat, str(body["name"]), sign, causes=causes)
        case EntryKind.PAUSED:
            after, _ = pause(match, paused=bool(body["paused"]), causes=causes, own=_own_pause(body))
        case EntryKind.HANDS:
            shown = (
                ShownHandsNote(str(body["opening"]), int(body["after_s"]), str(body["by"]))
                if body["shown"]
                else None
            )
            after, _ = show_hands(match, shown, by=str(body["by"]), causes=causes)
        case EntryKind.CLOCKED:
            if match.clock is None:
                raise InputFault(TEXTS.say("journal.without_clock"))
            after = replace(match, clock=load_clock(match.clock.control, body["clock"]))
        case EntryKind.NOTED:
            after, _ = note(match, leftovers, causes=causes)
        case EntryKind.PLAYED:
            after = _played(game, match, entry)
        case EntryKind.AMENDED:
            after = amended(game, match, body, game.load(body["state"]))
            _must_agree(game, after.state, entry)
        case EntryKind.SIGNED:
            return replace(match, code=load_signature(body).code(match.opening.match))
        case EntryKind.UPGRADED | EntryKind.UNKNOWN:
            return match
    if after.revision != body["revision"]:
        said = str(body["revision"])
        raise InputFault(TEXTS.say("journal.revision", expected=after.revision, found=said))
    return after


def _opened(game: Game[S, A], entry: JournalEntry) -> Match[S]:
    opening = read_opening(entry)
    state = game.load(entry.body["state"])
    _must_agree(game, state, entry)
    return Match(opening, state, clock=clock_of(game, opening, state))


def _own_pause(body: Mapping[str, Any]) -> OwnPause | None:
    if "by" not in body:
        return None
    reason = PauseReason(str(body["reason"]))
    return OwnPause(str(body["by"]), reason, str(body["note"]), int(body["for_s"]))


def _played(game: Game[S, A], match: Match[S], entry: JournalEntry) -> Match[S]:
    """Return the match after an entry's actions, by the rules; their results must be the entry's."""
    body, actions, state = entry.body, list[A](), match.state
    for found in body["actions"]:
        action = game.parse_action(entry_of(found, "journal"))
        broken = game.violations(state, action)
        if broken:
            why = game.violation_text(broken[0])
            raise InputFault(TEXTS.say("journal.illegal", why=why))
        state = game.apply(state, action)
        actions.append(action)
    after, _, _ = carried_out(
        game,
        match,
        tuple(actions),
        leftovers=load_leftovers(body["leftovers"]),
        causes=tuple(str(cause) for cause in body.get("causes", ())),
        started=kept_started(body),
    )
    _must_agree(game, after.state, entry)
    _must_end_alike(game, after.state, body)
    return after


def _must_end_alike(game: Game[S, A], state: S, body: Mapping[str, Any]) -> None:
    """See that the rules end a match where its journal does.

    A journal of the first format doesn't say where.
    """
    if RESULTS not in body:
        return
    found = game.outcome(state)
    kept = kept_outcome(body)
    if found != kept:
        raise InputFault(TEXTS.say("journal.ended", expected=_end_text(kept), found=_end_text(found)))


def _end_text(outcome: Outcome | None) -> str:
    return "-" if outcome is None else f"{outcome.rule}: {' '.join(outcome.winners) or '-'}"


def _must_agree(game: Game[S, A], state: S, entry: JournalEntry) -> None:
    found = state_hash(game, state)
    if found != entry.body["state_hash"]:
        expected = str(entry.body["state_hash"])
        raise InputFault(TEXTS.say("journal.fingerprint", expected=expected, found=found))
