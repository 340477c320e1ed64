"""A match that is shown while it goes on: earlier results aren't worked out again. Pure."""

from collections.abc import Sequence
from typing import Any

from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.phrase import SILENCE, Phrase
from engine.core.pieces import PieceSet
from engine.core.unusable import explained
from engine.records.replay import ReplayMoment, ReplayTable, shown_after
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal_replay import replayed
from engine.session.matches.match import Match
from engine.session.playing.table import Setting, setting_of


class FollowedMatch:
    """The part of one match that can be shown so far. For one thread at a time."""

    def __init__(self, game: Game[Any, Any], pieces: PieceSet | None) -> None:
        self._game, self._pieces = game, pieces
        self._entries: tuple[JournalEntry, ...] = ()
        self._matches: list[Match[Any]] = []
        self._moments: tuple[ReplayMoment, ...] = ()
        self._shown: list[ReplayTable] = []

    def shown(
        self, entries: tuple[JournalEntry, ...], moments: Sequence[ReplayMoment]
    ) -> tuple[tuple[ReplayTable, ...], Phrase]:
        """Return the result of `shown_as_far` for the match so far.

        Raises:
            InputFault: not even its opening can be shown.
        """
        broken = self._go_on(entries)
        setting: Setting[Any, Any] = setting_of(self._game, self._matches[0].state, self._pieces)
        kept = _common(self._moments, moments)
        del self._shown[kept:]
        for moment in moments[len(self._shown) :]:
            if moment.entries > len(self._matches):
                break
            before = self._shown[-1] if self._shown else None
            self._shown.append(shown_after(setting, before, self._matches[moment.entries - 1], moment))
        self._moments = tuple(moments[: len(self._shown)])
        return tuple(self._shown), broken

    def _go_on(self, entries: tuple[JournalEntry, ...]) -> Phrase:
        """Replay the new entries, and return why further ones can't be replayed."""
        if entries[: len(self._entries)] != self._entries:
            # Another match lies there now, or the last entry was torn and is written again.
            self._entries, self._matches = (), []
            self._moments, self._shown = (), []
        try:
            for match in replayed(self._game, entries, known=tuple(self._matches)):
                self._matches.append(match)  # entries before a fault are kept
        except InputFault as error:
            if not self._matches:
                raise
            return explained(error)
        finally:
            self._entries = entries[: len(self._matches)]
        return SILENCE


def _common(one: Sequence[ReplayMoment], other: Sequence[ReplayMoment]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
