"""The index of an archive: finds matches among thousands. It is made from the journals, which decide.

It's an SQLite file beside the matches. Deleting it loses nothing: the next search makes it again.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Self

from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.games.carried import is_as_installed
from engine.records.archive import Listed
from engine.records.index_row import IndexRow, index_row, stamp_of
from engine.session.matches.journal import journals
from engine.session.matches.match_opening import load_opening

NAME = ".index.sqlite"
"""The file's name, in the folder of the matches."""

PATIENCE = Seconds(60.0)
"""How long another search that brings the index up to date is waited for."""

_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""The faults that mean that another search holds the file, not that it's damaged."""

_AT_ONCE = 200
"""The number of rows that are kept together. A search that breaks off loses at most these."""

_VERSION = 1
"""A file of another version is made again."""

_TABLES = """
create table matches (
    match text primary key, stamp text not null, origin text not null, opened_at real not null,
    listed text not null, winners text not null, facts blob, facts_by text
) without rowid;
create table origins (origin text primary key, opening text not null) without rowid;
create table players (match text not null, name text not null, seat text not null);
create table cards (match text not null, card text not null);
create table broken (match text not null, rule text not null, times integer not null);
create index players_by_name on players (name collate nocase);
create index cards_by_name on cards (card collate nocase);
create index broken_by_rule on broken (rule collate nocase);
create index players_of on players (match);
create index cards_of on cards (match);
create index broken_of on broken (match);
create index by_date on matches (opened_at);
"""


@dataclass(frozen=True, slots=True)
class MatchCriteria:
    """The matches that somebody looks for; what is empty is no condition."""

    player: str = ""
    """A player's name, in any case of letters."""
    card: str = ""
    """The name of a card, skill or piece in its actions, or how the name begins before a dot or `#`."""
    rule: str = ""
    """A rule that was broken: its id, or how the id begins before a dot (`DW-5` finds `DW-5.1`)."""
    since: Seconds | None = None
    """The earliest opening, wall clock, s."""
    until: Seconds | None = None
    """The opening lies before this, wall clock, s."""

    def __bool__(self) -> bool:
        return self != type(self)()


ALL = MatchCriteria()
"""No condition: every match."""


class ArchiveIndex:
    """The index of one folder of matches. Used by one thread."""

    def __init__(self, folder: Path, *, patience: Seconds = PATIENCE) -> None:
        """Open it, or begin a new one: also where the file is damaged, or of another version.

        A folder that takes no file gets an index that lasts as long as this one.

        Raises:
            sqlite3.OperationalError: another search holds the index for longer than `patience`.
        """
        self._folder = folder
        self._patience = patience
        self._known = self._opened(folder / NAME)

    def _opened(self, path: Path) -> sqlite3.Connection:
        for where in (str(path), str(path), ":memory:"):
            try:
                found = sqlite3.connect(where, timeout=self._patience)
                # A power cut may cost the index, which is made again.
                found.execute("pragma synchronous = off")
                if found.execute("pragma user_version").fetchone()[0] != _VERSION:
                    if found.execute("select count(*) from sqlite_master").fetchone()[0]:
                        found.close()
                        path.unlink()
                        found = sqlite3.connect(where)
                    found.executescript(f"begin;{_TABLES}pragma user_version = {_VERSION};commit;")
            except (sqlite3.DatabaseError, OSError) as error:
                if _is_held(error):
                    # Somebody writes it: without the file its journal would belong to the next one.
                    raise
                if where != ":memory:" and path.is_file():
                    path.unlink(missing_ok=True)
                continue
            return found
        raise InputFault(f"{path}: no index can be opened")

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._known.close()

    def bring_up_to_date(
        self, rows_of: Callable[[Sequence[Path]], Iterable[IndexRow]] = lambda paths: map(index_row, paths)
    ) -> int:
        """Read each match whose files changed since, forget those that are gone; return how many were read.

        `rows_of` reads journals; given so that all cores can. Matches that it read are kept if it breaks off.
        """
        there = {path.parent.name: path for path in journals(self._folder)}
        known = dict(self._known.execute("select match, stamp from matches"))
        stale = [path for name, path in there.items() if _stamp(path) != known.get(name)]
        with self._known:
            for name in known.keys() - there.keys():
                self._forget(name)
        rows = iter(rows_of(stale))
        while some := list(islice(rows, _AT_ONCE)):
            with self._known:
                for row in some:
                    self._forget(row.listed.match)
                    self._keep(row)
        return len(stale)

    def forget_all(self) -> None:
        """Forget every match, so that all are read again. A damaged file is made again.

        Raises:
            sqlite3.OperationalError: another search holds the index for longer than its patience.
        """
        try:
            with self._known:
                for table in (*_OF_MATCHES, "origins"):
                    self._known.execute(f"delete from {table}")  # noqa: S608 # our own names
        except sqlite3.DatabaseError as error:
            if _is_held(error):
                raise
            self._known.close()
            (self._folder / NAME).unlink(missing_ok=True)
            self._known = self._opened(self._folder / NAME)

    def _forget(self, match: str) -> None:
        for table in _OF_MATCHES:
            self._known.execute(f"delete from {table} where match = ?", (match,))  # noqa: S608 # our own names

    def _keep(self, row: IndexRow) -> None:
        match, listed = row.listed.match, asdict(row.listed)
        del listed["path"], listed["played_here"]
        put = self._known.execute
        put(
            "insert into matches values (?, ?, ?, ?, ?, ?, null, null)",
            (match, row.stamp, row.origin, row.listed.opened_at, json.dumps(listed), json.dumps(row.winners)),
        )
        put("insert or ignore into origins values (?, ?)", (row.origin, row.opening))
        many = self._known.executemany
        many(
            "insert into players values (?, ?, ?)",
            [(match, name, seat) for seat, name in row.listed.names.items()],
        )
        many("insert into cards values (?, ?)", [(match, card) for card in row.cards])
        many("insert into broken values (?, ?, ?)", [(match, rule, times) for rule, times in row.broken])

    def found(self, wanted: MatchCriteria = ALL) -> Iterator[Listed]:
        """Yield the matches that somebody looks for, the newest first, as they were when last read."""
        where, given = _conditions(wanted)
        here: dict[str, bool] = {}
        asked = f"select match, listed, origin from matches {where} order by match desc"  # noqa: S608 # ours
        with closing(self._known.execute(asked, given)) as rows:
            for match, listed, origin in rows:
                if origin not in here:
                    here[origin] = self._is_played_here(origin)
                path = self._folder / match / _JOURNAL
                yield replace(_listed(listed, path), played_here=here[origin])

    def _is_played_here(self, origin: str) -> bool:
        row = self._known.execute("select opening from origins where origin = ?", (origin,)).fetchone()
        if not origin or row is None:
            return True
        body = json.loads(row[0])
        if not body["played_with"]:
            return True
        try:
            opening = load_opening(body)
        except InputFault:
            return False
        return is_as_installed(opening.terms, opening.played_with)

    def facts(self, match: str, by: str) -> bytes | None:
        """Return the counts of a match that the same program and rules kept; None: there are none."""
        asked = "select facts from matches where match = ? and facts_by = ?"
        row = self._known.execute(asked, (match, by)).fetchone()
        return None if row is None else bytes(row[0])

    def keep_facts(self, match: str, by: str, facts: bytes) -> None:
        """Keep the counts of a match until its files change; `by`: the program and rules that counted."""
        with self._known:
            self._known.execute(
                "update matches set facts = ?, facts_by = ? where match = ?", (facts, by, match)
            )


_JOURNAL = "journal.jsonl"
_OF_MATCHES = ("matches", "players", "cards", "broken")
"""The tables with rows of a match."""


def _is_held(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", None) in _HELD


def _stamp(path: Path) -> str:
    try:
        return stamp_of(path)
    except OSError:  # it went meanwhile
        return ""


def _listed(text: str, path: Path) -> Listed:
    found: dict[str, Any] = json.loads(text)
    names = {Seat(seat): str(name) for seat, name in found.pop("names").items()}
    return Listed(**{**found, "path": path, "names": names, "unknown": tuple(found["unknown"])})


_NAMED = (
    "match in (select match from {table} where {column} = ? collate nocase"
    " or ({column} >= ? collate nocase and {column} < ? collate nocase)"
    " or ({column} >= ? collate nocase and {column} < ? collate nocase))"
)
"""A name itself, or names that go on behind a dot or `#`: the next character ends the range."""
_OF_CARDS = _NAMED.format(table="cards", column="card")
_OF_RULES = _NAMED.format(table="broken", column="rule")


def _conditions(wanted: MatchCriteria) -> tuple[str, list[Any]]:
    """Return the `where` of a search and what it's given."""
    found: list[str] = []
    given: list[Any] = []
    if wanted.player:
        found.append("match in (select match from players where name = ? collate nocase)")
        given.append(wanted.player)
    for asked, value in ((_OF_CARDS, wanted.card), (_OF_RULES, wanted.rule)):
        if value:
            found.append(asked)
            given += [value, f"{value}.", f"{value}/", f"{value}#", f"{value}$"]
    if wanted.since is not None:
        found.append("opened_at >= ?")
        given.append(wanted.since)
    if wanted.until is not None:
        found.append("opened_at < ?")
        given.append(wanted.until)
    return (f"where {' and '.join(found)}" if found else ""), given
