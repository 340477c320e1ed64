"""The choice of the match that a table plays: the one that was broken off, from its journal, or a new one."""

import logging
import re
import secrets
from dataclasses import replace
from pathlib import Path
from time import gmtime, strftime
from typing import Generic

from engine.bus.sealing import KEY_BYTES
from engine.core.faults import InputFault
from engine.core.game import A, Game, S
from engine.core.ids import Seconds
from engine.core.terms import Terms
from engine.core.unusable import explained
from engine.games.carried import played_with, plays_with_like_files
from engine.session.explaining.lines import ActionLine
from engine.session.matches.chance import with_chance
from engine.session.matches.journal import Journal, JournalFault, journal_path, journals, read_journal
from engine.session.matches.journal_replay import read_opening, replay
from engine.session.matches.match import Match, open_match, outcome_of, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.matches.taking_up import note_taken_up, noted_take_up, number_of
from engine.session.texts import TEXTS

log = logging.getLogger(__name__)


class MatchKeeper(Generic[S, A]):
    """The matches in one folder, for one table and game.

    `terms`: the terms that the game was made for; None: the terms of the opening.
    """

    def __init__(self, folder: Path, game: Game[S, A], *, terms: Terms | None = None) -> None:
        self._folder = folder
        self._game = game
        self._terms = terms

    def resume(self, wanted: MatchOpening) -> tuple[Match[S], Journal] | None:
        """Return the newest match of this table, opened for writing, if it isn't over.

        A match with another board, pieces, ruleset, setup or footage isn't taken up, unless a command at this
        table opened it so. A damaged journal is reported and left alone.

        Raises:
            JournalFault: another engine plays the match.
        """
        try:
            found = _broken_off(self._folder, wanted)
            if found is None:
                return None
            path, opening = found
            terms = _terms_today(opening, wanted)
            if not plays_with_like_files(terms, self._terms or wanted.terms):
                return None
            return self._taken_up(path, terms)
        except InputFault as error:
            log.error("%s; a new match is opened instead", error)  # noqa: TRY400 # a fault of a file, reported in full
            return None

    def opening_of(self, match: str) -> MatchOpening:
        """Return how a match of the folder was opened.

        Raises:
            InputFault: there is no such match, or its journal is damaged.
            JournalFault: the disk doesn't give it.
        """
        return recorded_opening(self._folder, match)

    def take_up(self, match: str, wanted: MatchOpening) -> tuple[Match[S], Journal]:
        """Go on with a match that was broken off, in its own journal, and by its own terms.

        The table, started as `wanted` says, goes on with it after a restart too, until it opens another one.

        Raises:
            InputFault: there is no such match, it is over, or it can't be replayed.
            JournalFault: another engine plays it, or the disk refuses.
        """
        path = journal_path(self._folder, match)
        found = self._taken_up(path, recorded_opening(self._folder, match).terms)
        if found is None:
            raise InputFault(TEXTS.say("refused.over", match=match))
        try:
            note_taken_up(self._folder, match, wanted)
        except JournalFault:
            found[1].close()
            raise
        # Hands first lay the pieces as the match left them: until then nothing on the table is a play.
        return replace(found[0], started=False), found[1]

    def open(self, wanted: MatchOpening, now: Seconds) -> tuple[Match[S], Journal]:
        """Open a new match; it is on the disk when this returns.

        Raises:
            InputFault: the setup isn't the game's.
            JournalFault: the disk refuses.
        """
        # Numbered, because a clock may go back: a Raspberry Pi without a network starts in the past.
        number = 1 + max(map(number_of, journals(self._folder)), default=0)
        day = strftime("%Y-%m-%d", gmtime(now))
        name = f"{number:06d}-{day}-{_plain(wanted.table)}"
        seed = wanted.seed or secrets.token_hex(8)
        own = replace(
            wanted,
            match=name,
            opened_at=now,
            seed=seed,
            key=wanted.key or secrets.token_hex(KEY_BYTES),
            played_with=played_with(wanted.terms, wanted.played_with.commit),
        )
        match, entry = open_match(self._game, own)
        entries = [entry]
        start: ActionLine[S, A] = ActionLine((), (match.state,))
        fallen = with_chance(self._game, match, start)
        if fallen.actions:
            match, entry, _ = play(self._game, match, fallen.actions, was_seen=False)
            entries.append(entry)
        journal = Journal.open(journal_path(self._folder, name), create=True)
        try:
            journal.append(entries, now)
        except JournalFault:
            # Nothing was opened: the next try must not find an empty match.
            journal.discard()
            raise
        return match, journal

    def _taken_up(self, path: Path, terms: Terms) -> tuple[Match[S], Journal] | None:
        journal = Journal.open(path)
        match: Match[S] | None = None
        try:
            try:
                match = replay(self._game, journal.entries)
            except InputFault as error:
                text = TEXTS.say("journal.not_taken_up", path=str(path), why=explained(error))
                raise InputFault(text) from error
            today = replace(
                match.opening,
                dice=terms.dice,
                bots=terms.bots,
                draws=terms.draws,
                pause=terms.pause,
                forced=terms.forced,
            )
            match = replace(match, opening=today)
            if outcome_of(self._game, match) is None:
                if match.departed is not None:
                    entry, why = match.departed.entry, match.departed.why
                    log.warning("%s", TEXTS.say("journal.departed", path=str(path), number=entry, why=why))
                return match, journal
            match = None
        finally:
            if match is None:
                journal.close()
        return None


def _plain(table: str) -> str:
    """A table's name as a folder can have it; the journal keeps the true one."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", table).strip("-.")[:60] or "table"


def recorded_opening(folder: Path, match: str) -> MatchOpening:
    """Return how a match of a folder was opened.

    Raises:
        InputFault: there is no such match, or its journal is damaged.
        JournalFault: the disk doesn't give it.
    """
    path = journal_path(folder, match)
    if not path.is_file():
        raise InputFault(TEXTS.say("refused.no_match", match=match))
    kept = read_journal(path)
    if not kept.entries:
        raise InputFault(TEXTS.say("journal.empty_file", path=str(path)))
    return read_opening(kept.entries[0])


def opening_to_take_up(folder: Path, wanted: MatchOpening) -> MatchOpening:
    """Return the opening of the match that a table goes on with, on today's terms; else `wanted`.

    A damaged journal counts as none; `MatchKeeper.resume` reports it.
    """
    try:
        found = _broken_off(folder, wanted)
    except InputFault:
        return wanted
    if found is None:
        return wanted
    terms = _terms_today(found[1], wanted)
    if found[1].instead is None and terms == wanted.terms:
        return wanted
    return replace(wanted, setup=found[1].setup).on_terms(terms)


def _broken_off(folder: Path, wanted: MatchOpening) -> tuple[Path, MatchOpening] | None:
    """Return the newest match of the table, or one that it took up since, if it can be gone on with."""
    noted = noted_take_up(folder, wanted.table)
    for path in journals(folder):
        if noted is not None and number_of(path) <= noted.after:
            break
        try:
            kept = read_journal(path)
            if not kept.entries:
                continue
            found = read_opening(kept.entries[0])
        except InputFault as error:
            text = TEXTS.say("journal.not_taken_up", path=str(path), why=explained(error))
            raise InputFault(text) from error
        if found.table == wanted.table:
            return (path, found) if _same_terms(found, wanted) else None
    if noted is None or not noted.is_of(wanted):
        return None
    # As if a command had opened it with these terms.
    opening = replace(recorded_opening(folder, noted.match), instead=noted.started)
    return journal_path(folder, noted.match), opening


def _same_terms(found: MatchOpening, wanted: MatchOpening) -> bool:
    # A match that was opened by a command has the command's setup, and perhaps terms of its own: it belongs
    # to the table that was started as this one is.
    same_setup = bool(found.causes or found.instead) or found.setup == wanted.setup
    started = found.instead or found.terms
    return same_setup and found.feed == wanted.feed and plays_with_like_files(started, wanted.terms)


def _terms_today(found: MatchOpening, wanted: MatchOpening) -> Terms:
    """Return a match's terms, with the table's dice, draws, bots and forced steps of today.

    Terms that a command chose stay until the table is started with other terms than at that time.
    """
    now, then = wanted.terms, found.instead
    if then is None:
        # It goes on with the files that it was opened with.
        return replace(now, board=found.board, pieces=found.pieces, content=found.content)
    return replace(
        found.terms,
        dice=found.dice if then.dice is now.dice else now.dice,
        bots=found.bots if then.bots == now.bots else now.bots,
        draws=found.draws if then.draws is now.draws else now.draws,
        pause=found.pause if then.pause == now.pause else now.pause,
        forced=found.forced if then.forced is now.forced else now.forced,
    )
