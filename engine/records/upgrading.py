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
from engine.records.recorded import open_recorded
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
    recorded = open_recorded(path)
    game = recorded.game
    matches = tuple(replayed(game, recorded.entries))
    results = {
        str(number): _results(game, entry, after)
        for number, (entry, after) in enumerate(zip(recorded.entries, matches, strict=True), start=1)
        if entry.kind is EntryKind.PLAYED and RESULTS not in entry.body
    }
    first = recorded.entries[0].body
    if first["format"] == FORMAT and not results:
        return 0
    body: dict[str, Any] = {
        "revision": matches[-1].revision,
        "format": FORMAT,
        "results": results,
    }
    if "played_with" not in first:
        body["played_with"] = dump_played_with(played_with(recorded.opening.terms))
    with Journal.open(path) as journal:
        journal.append((JournalEntry(EntryKind.UPGRADED, body),), now)
    return len(results)


def _results(game: Any, entry: JournalEntry, after: Match[Any]) -> dict[str, Any]:
    actions = entry.body["actions"]
    states = (*(one.state for one in after.past[len(after.past) - len(actions) :]), after.state)
    played = [
        described(game, before, game.parse_action(entry_of(written, "journal")), after=then)
        for written, (before, then) in zip(actions, pairwise(states), strict=True)
    ]
    return dump_results(actions, played, [game.dump(state) for state in states], game.outcome(after.state))
