"""Which match a table plays: the one that was broken off, from its journal, or a new one."""

import logging
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import gmtime, strftime
from typing import Generic

from engine.core.dice import Dice
from engine.core.faults import InputFault
from engine.core.game import A, Game, S
from engine.core.ids import Seconds
from engine.session.explaining.search import Line
from engine.session.matches.chance import with_chance
from engine.session.matches.journal import Journal, JournalFault, journal_path, journals, read_journal
from engine.session.matches.match import Match, Opening, open_match, outcome_of, play
from engine.session.matches.replaying import read_opening, replay

log = logging.getLogger(__name__)


class MatchKeeper(Generic[S, A]):
    """The matches in one folder, for one table and game."""

    def __init__(self, folder: Path, game: Game[S, A]) -> None:
        self._folder = folder
        self._game = game

    def resume(self, wanted: Opening) -> tuple[Match[S], Journal] | None:
        """Return the newest match of this table, opened for writing, if it isn't over.

        A match that was opened otherwise (board, pieces, ruleset, setup, footage) isn't taken up; a damaged
        journal is told and left alone.

        Raises:
            JournalFault: another engine plays the match.
        """
        for path in journals(self._folder):
            try:
                kept = read_journal(path)
                if not kept.entries or not _same_table(read_opening(kept.entries[0]), wanted):
                    continue
                if not _same_terms(read_opening(kept.entries[0]), wanted):
                    return None
                return self._taken_up(path, wanted.dice)
            except InputFault as error:
                log.error("%s can't be taken up, a new match is opened instead: %s", path, error)  # noqa: TRY400 # a fault of the file, told in full
                return None
        return None

    def open(self, wanted: Opening, now: Seconds) -> tuple[Match[S], Journal]:
        """Open a new match; it is on the disk when this returns.

        Raises:
            InputFault: the setup isn't the game's.
            JournalFault: the disk refuses.
        """
        # Numbered, because a clock may go back: a Raspberry Pi without a network starts in the past.
        number = 1 + max(map(_number, journals(self._folder)), default=0)
        day = strftime("%Y-%m-%d", gmtime(now))
        name = f"{number:06d}-{day}-{_plain(wanted.table)}"
        seed = wanted.seed or secrets.token_hex(8)
        match, entry = open_match(self._game, replace(wanted, match=name, opened_at=now, seed=seed))
        entries = [entry]
        start: Line[S, A] = Line((), (match.state,))
        fallen = with_chance(self._game, match, start)
        if fallen.actions:
            match, entry, _ = play(self._game, match, fallen.actions)
            match = replace(match, started=False)
            entries.append(entry)
        journal = Journal.open(journal_path(self._folder, name), create=True)
        try:
            journal.append(entries, now)
        except JournalFault:
            # Nothing was opened: the next try must not find one more empty match.
            journal.discard()
            raise
        return match, journal

    def _taken_up(self, path: Path, dice: Dice) -> tuple[Match[S], Journal] | None:
        journal = Journal.open(path)
        match: Match[S] | None = None
        try:
            match = replay(self._game, journal.entries)
            # How dice come is the table's choice of today.
            match = replace(match, opening=replace(match.opening, dice=dice))
            if outcome_of(self._game, match) is None:
                return match, journal
            match = None
        finally:
            if match is None:
                journal.close()
        return None


def _plain(table: str) -> str:
    """A table's name as a folder can have it; the journal keeps the true one."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", table).strip("-.")[:60] or "table"


def _number(path: Path) -> int:
    leading = path.parent.name.partition("-")[0]
    return int(leading) if leading.isdecimal() else 0


def _same_table(found: Opening, wanted: Opening) -> bool:
    return found.table == wanted.table


def _same_terms(found: Opening, wanted: Opening) -> bool:
    terms: tuple[Callable[[Opening], object], ...] = (
        lambda one: one.game,
        lambda one: one.board,
        lambda one: one.pieces,
        lambda one: (one.content, one.options),
        lambda one: one.feed,
    )
    # A match that was opened by a command has the command's setup.
    same_setup = bool(found.causes) or found.setup == wanted.setup
    return same_setup and all(term(found) == term(wanted) for term in terms)
