"""The note that makes a table go on with an older match. It lies beside the matches.

By itself a table goes on with its newest match. A match that is taken up again is older than others, or
another table's. Without a note the next start would forget it.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine.core.terms import Terms, dump_terms, load_terms
from engine.core.unusable import system_words
from engine.core.whole_file import put_whole
from engine.games.carried import plays_with_like_files
from engine.session.matches.journal import JournalFault, journals
from engine.session.matches.match_opening import MatchOpening
from engine.session.texts import TEXTS


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A match that a table goes on with."""

    match: str
    """The match's name."""
    after: int
    """The highest match number at that time. Once a match with a higher number is opened, the table goes on
    with that one."""
    started: Terms
    """The terms that the table was started with then. A table with other terms doesn't go on with it."""
    setup: Any = None
    """The opening position that the table was started with then. A table with another one doesn't go on with
    it.
    """

    def is_of(self, wanted: MatchOpening) -> bool:
        """Tell whether a table that is started like this goes on with the match."""
        return (
            not wanted.feed
            and self.setup == wanted.setup
            and plays_with_like_files(self.started, wanted.terms)
        )


def number_of(path: Path) -> int:
    """Return the number that a match's name begins with, by its journal's path; 0 where it has none."""
    leading = path.parent.name.partition("-")[0]
    return int(leading) if leading.isdecimal() else 0


def note_taken_up(folder: Path, match: str, wanted: MatchOpening) -> None:
    """Write down that a table, started as `wanted` says, goes on with a match.

    Raises:
        JournalFault: the disk refuses.
    """
    newest = max(map(number_of, journals(folder)), default=0)
    note = TakenUp(match, newest, wanted.terms, wanted.setup)
    path = _path(folder, wanted.table)
    try:
        put_whole(path, json.dumps({**asdict(note), "started": dump_terms(note.started)}).encode())
    except OSError as error:
        text = TEXTS.say("refused.journal", path=str(path), why=system_words(error))
        raise JournalFault(text) from error


def noted_take_up(folder: Path, table: str) -> TakenUp | None:
    """Return the match that a table was to take up; None without a readable note."""
    try:
        found = json.loads(_path(folder, table).read_text("utf-8"))
        return TakenUp(str(found["match"]), int(found["after"]), load_terms(found["started"]), found["setup"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _path(folder: Path, table: str) -> Path:
    return folder / f".{quote(table, safe='')}.taken-up"
