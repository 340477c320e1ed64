"""The course of a recorded match: when each entry was recorded and each verdict sent. Pure."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.phrase import SILENCE, Phrase
from engine.core.pieces import PieceSet
from engine.core.unusable import explained
from engine.core.verdict import Verdict, VerdictKind
from engine.records.rejudgement import Sitting
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal import journal_bytes, parse_line
from engine.session.matches.journal_replay import replayed
from engine.session.matches.match import Match
from engine.session.playing.spectators import without_address
from engine.session.playing.table import VERDICTS_KEPT, Setting, Table, setting_of, table_of

LONGEST_GAP_S = 300.0
"""The longest pause in a replay: a watcher needn't sit through a night when the match was broken off."""


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """Something that happened in a match."""

    at_s: float
    """When, in seconds since the match was opened, long pauses cut."""
    wall: float
    """The same moment by the wall clock, without cuts."""
    entries: int
    """How many entries were kept by then."""
    verdicts: tuple[Verdict, ...] = ()
    """The verdicts of this moment."""


@dataclass(frozen=True, slots=True)
class ReplayTable:
    """The table from a moment on."""

    at_s: float
    """That moment, in seconds since the match was opened."""
    table: Table[Any, Any]
    """The table."""
    verdicts: tuple[Verdict, ...]
    """The verdicts of this moment."""


def entry_times(journal: Path) -> tuple[float, ...]:
    """Return when each entry of a sound journal was written, by the wall clock."""
    lines = (parse_line(line) for line in journal_bytes(journal).split(b"\n"))
    return tuple(float(line["at"]) for line in lines if line is not None)


def timeline(times: Sequence[float], found: Sequence[Sitting]) -> tuple[ReplayMoment, ...]:
    """Return a match's moments in order.

    An entry's time comes from the evidence; the journal's time stands in where the evidence has none.
    """
    moments = [ReplayMoment(0.0, times[0], 1)]
    clock = _Clock(times[0])
    for sitting in found:
        moments += _by_the_journal(times, moments[-1].entries, sitting.entries, clock)
        for happening in sitting.happenings:
            verdicts = tuple(_readable(one) for one in happening.sent if isinstance(one, Verdict))
            reached = happening.kept.entries if happening.kept is not None else moments[-1].entries
            wall = sitting.began_at + happening.at_s
            at_s = clock.at(wall)
            if verdicts or reached > moments[-1].entries:
                moments.append(ReplayMoment(at_s, wall, min(reached, len(times)), verdicts))
    moments += _by_the_journal(times, moments[-1].entries, len(times), clock)
    return tuple(moments)


def shown_moments(
    game: Game[Any, Any],
    pieces: PieceSet | None,
    entries: tuple[JournalEntry, ...],
    moments: Sequence[ReplayMoment],
) -> Iterator[ReplayTable]:
    """Yield the table at each moment, as spectators could see it then.

    Raises:
        InputFault: an entry can't be replayed by this version's rules; names it.
    """
    matches = replayed(game, entries)
    match: Match[Any] = next(matches)
    setting: Setting[Any, Any] = setting_of(game, match.state, pieces)
    reached = 1
    shown: ReplayTable | None = None
    for moment in moments:
        for _ in range(reached, moment.entries):
            match = next(matches)
        reached = max(reached, moment.entries)
        shown = shown_after(setting, shown, match, moment)
        yield shown


def shown_after(
    setting: Setting[Any, Any], before: ReplayTable | None, match: Match[Any], moment: ReplayMoment
) -> ReplayTable:
    """Return the table at a moment. `before`: the table at the previous moment, None at the first."""
    current = None if before is None else before.table.current
    recent = () if before is None else before.table.recent
    for verdict in moment.verdicts:
        if verdict.kind is not VerdictKind.REMARKED:
            current = None if verdict.kind is VerdictKind.SETTLED else verdict
    recent = (*recent, *moment.verdicts)[-VERDICTS_KEPT:]
    table = replace(table_of(setting, match), current=current, recent=recent)
    return ReplayTable(moment.at_s, table, moment.verdicts)


def shown_as_far(
    game: Game[Any, Any],
    pieces: PieceSet | None,
    entries: tuple[JournalEntry, ...],
    moments: Sequence[ReplayMoment],
) -> tuple[tuple[ReplayTable, ...], Phrase]:
    """Return the part of a match that can be shown, and why it ends there, empty for a whole match.

    A match of an older version opens even if today's rules give other results.

    Raises:
        InputFault: not even its opening can be shown.
    """
    found: list[ReplayTable] = []
    going_on = shown_moments(game, pieces, entries, moments)
    while True:
        try:
            one = next(going_on, None)
        except InputFault as error:
            if not found:
                raise
            return tuple(found), explained(error)
        if one is None:
            return tuple(found), SILENCE
        found.append(one)


def _readable(verdict: Verdict) -> Verdict:
    text = without_address(verdict.text)
    return verdict if text is verdict.text else replace(verdict, text=text)


def wall_at(moments: Sequence[ReplayMoment], at_s: float) -> float:
    """Return the wall clock at a time of the match. Within a shortened pause it is the pause's beginning."""
    last = moments[max(0, bisect_right(moments, at_s, key=lambda one: one.at_s) - 1)]
    return last.wall + max(0.0, at_s - last.at_s)


def _by_the_journal(times: Sequence[float], after: int, until: int, clock: "_Clock") -> list[ReplayMoment]:
    return [
        ReplayMoment(clock.at(times[number - 1]), times[number - 1], number)
        for number in range(after + 1, until + 1)
    ]


class _Clock:
    """The wall clock of a match, without the pauses when nobody played."""

    def __init__(self, opened_at: float) -> None:
        self._last = opened_at
        self._spent = 0.0

    def at(self, wall: float) -> float:
        self._spent += min(max(0.0, wall - self._last), LONGEST_GAP_S)
        self._last = max(self._last, wall)
        return self._spent
