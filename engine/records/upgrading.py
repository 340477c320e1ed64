"""Journals of the first format, upgraded to today's: with results, and with the rules and files in use.

No line of a journal is rewritten, because its hashes and its evidence depend on it. Instead one entry is
added at the end, with the facts that earlier entries left out.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.core.document import entry_of
from engine.core.ids import Seconds
from engine.games.carried import played_with
from engine.records.recorded import RecordedMatch, open_recorded
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.journal import Journal
from engine.session.matches.journal_replay import replayed
from engine.session.matches.match import Match, described
from engine.session.matches.match_opening import FORMAT, dump_played_with
from engine.session.matches.results import RESULTS, dump_results


def upgrade(path: Path, now: Seconds) -> int:
    """Bring a journal to today's format, by today's rules; return how many entries got their results.

    Raises:
        InputFault: it is damaged, or today's rules give other results.
        JournalFault: an engine plays the match, or the disk refuses.
    """
    if not _lacks(open_recorded(path)):
        return 0
    # It's read again under its lock: another program may upgrade it too, or play on.
    with Journal.open(path) as journal:
        recorded = open_recorded(path)
        if not _lacks(recorded):
            return 0
        body = _upgraded(recorded)
        journal.append((JournalEntry(EntryKind.UPGRADED, body),), now)
        return len(body["results"])


def _lacks(recorded: RecordedMatch) -> bool:
    """Tell whether a journal lacks what today's journals have."""
    without = (one.kind is EntryKind.PLAYED and RESULTS not in one.body for one in recorded.entries)
    return recorded.entries[0].body["format"] != FORMAT or any(without)


def _upgraded(recorded: RecordedMatch) -> dict[str, Any]:
    """Return the entry that has what the earlier ones lack."""
    game, entries = recorded.game, recorded.entries
    matches = tuple(replayed(game, entries))
    results = {
        str(number): _results(game, entry, after)
        for number, (entry, after) in enumerate(zip(entries, matches, strict=True), start=1)
        if entry.kind is EntryKind.PLAYED and RESULTS not in entry.body
    }
    body: dict[str, Any] = {"revision": matches[-1].revision, "format": FORMAT, "results": results}
    if "played_with" not in entries[0].body:
        body["played_with"] = dump_played_with(played_with(recorded.opening.terms))
    return body


def _results(game: Any, entry: JournalEntry, after: Match[Any]) -> dict[str, Any]:
    actions = entry.body["actions"]
    states = (*(one.state for one in after.past[len(after.past) - len(actions) :]), after.state)
    played = [
        described(game, before, game.parse_action(entry_of(written, "journal")), after=then)
        for written, (before, then) in zip(actions, pairwise(states), strict=True)
    ]
    return dump_results(actions, played, [game.dump(state) for state in states], game.outcome(after.state))
