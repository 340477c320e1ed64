"""The last verdicts of a match that is taken up again, rebuilt from its journal."""

from itertools import pairwise

from engine.core.document import entry_of
from engine.core.game import A, Game, S
from engine.core.ids import Seconds
from engine.core.phrase import load_phrase
from engine.core.verdict import Verdict
from engine.session.matches.as_recorded import BY_RULES
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.match import described
from engine.session.matches.results import RESULTS, KeptStates, recorded_actions
from engine.session.playing.table import VERDICTS_KEPT
from engine.session.playing.verdict_texts import Teller


def recalled(game: Game[S, A], entries: tuple[JournalEntry, ...]) -> tuple[Verdict, ...]:
    """Return the verdicts about the last plays, newest last; `entries` must replay.

    Warnings and questions change no state and are in no journal, so they aren't recalled. Events of cameras
    are.
    """
    if RESULTS in next((one.body for one in entries if one.kind is EntryKind.PLAYED), {}):
        return tuple(_as_kept(game, entries)[-VERDICTS_KEPT:])
    verdicts: list[Verdict] = []
    plays = sum(entry.kind is EntryKind.PLAYED for entry in entries)
    state = game.load(entries[0].body["state"])
    for entry in entries[1:]:
        if entry.kind is EntryKind.PLAYED:
            plays -= 1
            state, verdict = _replayed(game, state, entry, tell=plays < VERDICTS_KEPT)
            verdicts += [verdict] if verdict is not None else []
        elif entry.kind is EntryKind.AMENDED:
            state = game.load(entry.body["state"])
        elif entry.kind is EntryKind.REMARKED:
            verdicts.append(_teller_of(game, entry).remark(load_phrase(entry.body["text"])))
    return tuple(verdicts[-VERDICTS_KEPT:])


def _as_kept(game: Game[S, A], entries: tuple[JournalEntry, ...]) -> list[Verdict]:
    """Return the verdicts by the entries' own results, since changed rules may give others.

    Where the rules can still describe the last plays in every language, the states before them are rebuilt.
    """
    numbers = [n for n, one in enumerate(entries) if one.kind in (EntryKind.PLAYED, EntryKind.REMARKED)]
    kept = KeptStates(entries)
    verdicts: list[Verdict] = []
    for number in numbers[-VERDICTS_KEPT:]:
        entry = entries[number]
        if entry.kind is EntryKind.REMARKED:
            verdicts.append(_teller_of(game, entry).remark(load_phrase(entry.body["text"])))
            continue
        documents = kept.documents(number + 1)
        try:
            states = [game.load(document) for document in documents]
            played = tuple(
                described(game, before, game.parse_action(entry_of(written, "journal")), after=after)
                for written, (before, after) in zip(entry.body["actions"], pairwise(states), strict=True)
            )
        except BY_RULES:
            played = recorded_actions(entry)
        verdicts.append(_teller_of(game, entry).settled(played))
    return verdicts


def _replayed(game: Game[S, A], state: S, entry: JournalEntry, *, tell: bool) -> tuple[S, Verdict | None]:
    """Return the state after an entry's actions, and the verdict if it has to be shown."""
    played = []
    for written in entry.body["actions"]:
        action = game.parse_action(entry_of(written, "journal"))
        before, state = state, game.apply(state, action)
        if tell:
            played.append(described(game, before, action, after=state))
    if not tell:
        return state, None
    return state, _teller_of(game, entry).settled(tuple(played))


def _teller_of(game: Game[S, A], entry: JournalEntry) -> Teller[S, A]:
    evidence = entry.body.get("evidence", {})
    return Teller(
        game,
        taken_at=Seconds(float(evidence.get("taken_at", 0.0))),
        frame=int(evidence.get("frame", 0)),
        revision=int(entry.body["revision"]),
    )
