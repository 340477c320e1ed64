"""The match after an entry as the entry itself keeps it, where today's rules give another result. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.faults import CallerFault, InputFault
from engine.core.game import A, Game, S
from engine.core.ids import Seat
from engine.core.phrase import Phrase, load_phrase
from engine.core.unusable import explained
from engine.session.matches.entries import Amendment, EntryKind, JournalEntry, load_leftovers
from engine.session.matches.match import Departure, Earlier, Match, amend, clock_of, remembered
from engine.session.matches.match_opening import load_opening
from engine.session.matches.results import RESULTS, KeptStates, kept_outcome, kept_started
from engine.session.texts import TEXTS

BROKEN = (InputFault, KeyError, TypeError, ValueError, AttributeError)
"""The errors of a body that belongs to no such entry."""

BY_RULES = (*BROKEN, IndexError, CallerFault)
"""The errors of changed rules on a state or an action that they don't know."""


def said_by(error: Exception) -> Phrase:
    """Return an error's message for people."""
    return explained(error) if isinstance(error, InputFault) else Phrase(repr(error))


def as_recorded(
    game: Game[S, A], match: Match[S] | None, kept: KeptStates, number: int, why: Phrase
) -> Match[S]:
    """Return the match after an entry as the entry itself keeps it.

    Raises:
        InputFault: the entry keeps no results, or this version can't even read its states; says why the
            rules' result differs.
    """
    entry = kept.entries[number - 1]
    if entry.kind not in (EntryKind.OPENED, EntryKind.PLAYED, EntryKind.AMENDED):
        raise InputFault(why)
    if entry.kind is EntryKind.PLAYED and RESULTS not in entry.body:
        raise InputFault(why)
    try:
        _, *documents = kept.documents(number)
        states = tuple(game.load(document) for document in documents)
    except BY_RULES as error:
        raise InputFault(TEXTS.say("journal.no_state", why=why, unread=said_by(error))) from error
    body = entry.body
    if match is None:
        opening = load_opening(body)
        after = Match(opening, states[-1], clock=clock_of(game, opening, states[-1]))
    elif entry.kind is EntryKind.AMENDED:
        after = amended(game, match, body, states[-1])
    else:
        after = _after_actions(match, body, states)
    if body.get("revision", 0) != after.revision:
        said = str(body.get("revision"))
        raise InputFault(TEXTS.say("journal.revision", expected=after.revision, found=said))
    return replace(
        after,
        departed=after.departed or Departure(number, why),
        is_as_recorded=True,
        ended=kept_outcome(body),
    )


def is_as_recorded(entry: JournalEntry, after: Match[S]) -> bool:
    """Tell whether an entry's actions stand as they were recorded; `after`: the match after it."""
    return after.is_as_recorded and entry.kind is EntryKind.PLAYED


def _after_actions(match: Match[S], body: Mapping[str, Any], states: Sequence[S]) -> Match[S]:
    """Return the match after actions whose results are known: `states`, one after each."""
    texts = tuple(Phrase(str(result["text"])) for result in body[RESULTS])
    before = (match.state, *states[:-1])
    past = (
        *match.past,
        *(
            Earlier(match.revision + number, state, text)
            for number, (state, text) in enumerate(zip(before, texts, strict=True))
        ),
    )
    return replace(
        match,
        state=states[-1],
        revision=match.revision + len(states),
        leftovers=load_leftovers(body["leftovers"]),
        causes=remembered(match, tuple(str(cause) for cause in body.get("causes", ()))),
        last_actions=texts,
        started=kept_started(body),
        begun=True,
        past=past,
        # The rules decide which of these may be taken back, and today's rules don't hold here.
        turn_from=len(past),
        shown_from=len(past),
    )


def amended(game: Game[S, A], match: Match[S], body: Mapping[str, Any], state: S) -> Match[S]:
    """Return the match after an entry `amended`, with the state that it keeps."""
    after, _ = amend(
        game,
        match,
        state,
        Amendment(body["why"]),
        load_phrase(body["text"]),
        leftovers=load_leftovers(body["leftovers"]),
        causes=tuple(str(cause) for cause in body.get("causes", ())),
        winners=tuple(Seat(str(seat)) for seat in body["winners"]) if "winners" in body else None,
    )
    return after
