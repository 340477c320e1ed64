"""The last verdicts of a match that is taken up again, said again from its journal."""

from engine.core.document import entry_of
from engine.core.game import A, Game, S
from engine.core.ids import Seconds
from engine.core.phrase import load_phrase
from engine.core.verdict import Verdict
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.match import told
from engine.session.playing.table import VERDICTS_KEPT
from engine.session.playing.verdict_texts import Teller


def recalled(game: Game[S, A], entries: tuple[JournalEntry, ...]) -> tuple[Verdict, ...]:
    """Return the verdicts about the last plays, newest last; `entries` must replay.

    Warnings and questions change no state, are in no journal, and so are not recalled; what happened to a
    camera is.
    """
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


def _replayed(game: Game[S, A], state: S, entry: JournalEntry, *, tell: bool) -> tuple[S, Verdict | None]:
    """Return the state after an entry's actions and, where it's to be shown, the verdict."""
    played = []
    for written in entry.body["actions"]:
        action = game.parse_action(entry_of(written, "journal"))
        before, state = state, game.apply(state, action)
        if tell:
            played.append(told(game, before, action, after=state))
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
