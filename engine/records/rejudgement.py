"""Matches judged again from their recordings, by the same rules or by others. Pure but for reading.

By the same rules everything must come out bit-equal: verdicts, answers, the journal's entries. By other rules
each moment is judged on the recorded position, so that one difference doesn't hide another.
"""

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.bus.messages.cameras import CameraEvent
from engine.bus.messages.commands import Answer, Command, SealedAnswer, SealedCommand
from engine.core.counting import counted
from engine.core.device_events import DeviceEvent, format_content
from engine.core.game import Game
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from engine.core.verdict import Verdict
from engine.games.carried import is_as_installed
from engine.records.compared import compared, compared_entry, says_turns, without_looks
from engine.records.differences import entries_apart, message_text, messages_apart, place_text, unlike
from engine.records.evidence import OPEN, Recorded, evidence_files, read_about, read_evidence
from engine.records.evidence_seal import evidence_seal, opened
from engine.session.matches.entries import EntryKind, JournalEntry, canonical
from engine.session.matches.evidence_log import JournalEnd, Tick
from engine.session.matches.journal import NAME, read_journal
from engine.session.matches.journal_replay import read_opening, replay, replayed
from engine.session.matches.match import Match
from engine.session.playing.table import Setting, Table, TableStep, setting_of, table_of
from engine.session.playing.table_events import Taken, happen

LOOKS_WAITED = 30
"""The number of events that a verdict by other rules may come later before it counts as missing."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event that an engine took in, with its records and messages about it."""

    took: Taken
    """The event."""
    at_s: float
    """When, in seconds since the file began."""
    kept: JournalEnd | None = None
    """The journal's end after it; None where nothing was recorded."""
    sent: tuple[Verdict | Answer, ...] = ()
    """The verdicts and answers that it sent."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One engine's record of a match."""

    path: Path
    """The evidence file's path."""
    entries: int
    """How many entries the journal had when it began."""
    started: bool
    """Whether something was played, or the table had been right once, when it began."""
    began_at: Seconds
    """When it began, in seconds by the wall clock."""
    happenings: tuple[Happening, ...]
    """All that happened, in order."""


@dataclass(frozen=True, slots=True)
class RejudgedDifference:
    """One moment with another result than recorded."""

    file: str
    """The evidence file's name."""
    at_s: float
    """When, in seconds since the file began."""
    took: str
    """The event that the engine took in."""
    stage: str
    """The stage that differs: `look`, `verdict`, `answer`, `journal` or `position`."""
    recorded: tuple[str, ...]
    """The recorded results, for people."""
    judged: tuple[str, ...]
    """The new results, for people."""


@dataclass(slots=True)
class Account:
    """The result of judging one match again."""

    happenings: int = 0
    """How many events were taken in."""
    verdicts: int = 0
    """How many verdicts were compared."""
    entries: int = 0
    """How many journal entries were compared."""
    missing: int = 0
    """Journal entries that don't follow from any evidence. They were taken from the journal."""
    frames: int = 0
    """Pictures that were seen again."""
    looks: int = 0
    """The looks that these pictures were compared with."""
    by_others: bool = False
    """Whether the installed rules, board, pieces or cards differ from those that it was played by."""
    damage: tuple[str, ...] = ()
    """The faults of the evidence itself, for people: changed, cut off or lost parts."""
    settled: tuple[str, ...] = ()
    """The chosen options that decide how a match is opened. The opening isn't judged again."""
    differences: list[RejudgedDifference] = field(default_factory=list)
    """The moments that differ."""


def sittings(
    match_folder: Path, *, known: MutableMapping[tuple[Path, int], Sitting | None] | None = None
) -> tuple[Sitting, ...]:
    """Return all recordings of a match, oldest first; a file cut off in its first moment has none.

    `known`: packed files that an earlier call has read, by their size; they aren't read again.

    Raises:
        InputFault: a file can't be read, or was sealed for another match.
        JournalFault: the journal can't be read.
    """
    found: list[Sitting | None] = []
    for path in evidence_files(match_folder):
        if known is None or path.suffix == OPEN:
            found.append(_sitting(path))
            continue
        key = (path, path.stat().st_size)
        if key not in known:
            known[key] = _sitting(path)
        found.append(known[key])
    return tuple(one for one in found if one is not None)


def _sitting(path: Path) -> Sitting | None:
    recorded = list(read_evidence(path))
    if any(isinstance(one.message, SealedCommand | SealedAnswer) for one in recorded):
        seal = evidence_seal(read_opening(read_journal(path.parent / NAME).entries[0]))
        recorded = [replace(one, message=opened(seal, one.message)) for one in recorded]
    if not recorded or not isinstance(recorded[0].message, JournalEnd):
        return None
    started = read_about(path).get("started") == "True"
    happened = tuple(_happenings(recorded[1:], recorded[0].at_ns))
    return Sitting(path, recorded[0].message.entries, started, Seconds(recorded[0].at_ns / 1e9), happened)


def judge_again(
    game: Game[Any, Any],
    pieces: PieceSet | None,
    entries: tuple[JournalEntry, ...],
    found: Sequence[Sitting],
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Account:
    """Judge a match by the installed rules.

    If it was played by these rules, everything must come out equal, and judging stops at the first
    difference. If it was played by other rules, each difference is reported and the next moment is judged on
    the recorded position.

    `progress` gets the number of moments that have been judged.

    Raises:
        InputFault: the journal itself can't be replayed by these rules.
    """
    opening = read_opening(entries[0])
    # Journals of the first format don't name their rules.
    others = bool(opening.played_with.rules) and not is_as_installed(opening.terms, opening.played_with)
    account = Account(entries=len(entries), by_others=others)
    recorded = tuple(replayed(game, entries)) if others else ()
    judged = 0
    for sitting in found:
        # The command that opened the match needs no evidence.
        began = judged or (1 if sitting.started else sitting.entries)
        account.missing += _count_judged(entries[began : sitting.entries])
        judged = sitting.entries
        table, setting = seated(game, pieces, entries, sitting)
        for happening in sitting.happenings:
            step = happen(setting, table, happening.took, happening.at_s)
            account.happenings += 1
            progress(account.happenings)
            account.verdicts += len(step.verdicts)
            while judged < len(entries) and entries[judged].kind in _UNJUDGED:
                judged += 1
            kept = entries[judged : judged + len(step.entries)]
            stage, was, now = _first_difference(happening, step, kept, departed=bool(account.differences))
            if stage and not _cut_off(sitting, happening, step):
                account.differences.append(difference_at(sitting, happening, stage, was, now))
                if not others:
                    return account
                judged = happening.kept.entries if happening.kept is not None else judged
                table = _as_it_went(setting, step.table, recorded[judged - 1])
                continue
            judged += len(step.entries)
            table = step.table
    account.missing += _count_judged(entries[judged:]) if found else 0
    return account


_UNJUDGED = (EntryKind.UPGRADED, EntryKind.SIGNED, EntryKind.UNKNOWN)
"""The kinds of entries that come from no judgement."""


def _count_judged(entries: Sequence[JournalEntry]) -> int:
    return sum(1 for one in entries if one.kind not in _UNJUDGED)


def _as_it_went(setting: Setting[Any, Any], table: Table[Any, Any], recorded: Match[Any]) -> Table[Any, Any]:
    """Return a table after a difference: on the recorded position, with the looks so far."""
    right = table_of(setting, replace(recorded, started=table.match.started))
    return replace(right, belief=table.belief, looked_at=table.looked_at, looks=table.looks)


def judge_otherwise(
    game: Game[Any, Any],
    other: Game[Any, Any],
    pieces: PieceSet | None,
    entries: tuple[JournalEntry, ...],
    found: Sequence[Sitting],
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Account:
    """Judge a match by other rules, side by side with its own, and report every difference.

    `progress` gets the number of moments that have been judged.

    Raises:
        InputFault: the journal can't be replayed by its own rules.
    """
    account = Account(entries=len(entries))
    for sitting in found:
        table, setting = seated(game, pieces, entries, sitting)
        others: Setting[Any, Any] = replace(setting, game=other)
        fork: _Fork | None = None
        for happening in sitting.happenings:
            step = happen(setting, table, happening.took, happening.at_s)
            account.happenings += 1
            progress(account.happenings)
            account.verdicts += len(step.verdicts)
            beside = happen(others, fork.table if fork is not None else table, happening.took, happening.at_s)
            if fork is None:
                fork = _Fork(happening, beside.table)
            fork.take(step, beside)
            table = step.table
            if fork.is_over():
                account.differences += fork.differences(game, other, sitting, table)
                fork = None
        if fork is not None:
            account.differences += fork.differences(game, other, sitting, table)
    return account


@dataclass(slots=True)
class _Fork:
    """The same moments judged by other rules, from the first difference on."""

    began: Happening
    """The moment of the first difference."""
    table: Table[Any, Any]
    """The table by the other rules."""
    recorded: list[Verdict | Answer] = field(default_factory=list)
    """The recorded verdicts and answers since then."""
    judged: list[Verdict | Answer] = field(default_factory=list)
    """The new verdicts and answers since then."""
    left: int = LOOKS_WAITED
    """How many looks are left for both to agree."""

    def take(self, step: TableStep[Any, Any], beside: TableStep[Any, Any]) -> None:
        self.table = beside.table
        self.recorded += (*step.verdicts, *step.answers)
        self.judged += (*beside.verdicts, *beside.answers)
        self.left -= 1

    def is_over(self) -> bool:
        if bool(self.recorded) is bool(self.judged):
            return True
        return self.left <= 0

    def differences(
        self, game: Game[Any, Any], other: Game[Any, Any], sitting: Sitting, table: Table[Any, Any]
    ) -> Iterator[RejudgedDifference]:
        was, now = tuple(map(message_text, self.recorded)), tuple(map(message_text, self.judged))
        if was != now:
            yield difference_at(sitting, self.began, "verdict", was, now)
            return
        if table.match.state == self.table.match.state:
            return
        one, two = game.dump(table.match.state), other.dump(self.table.match.state)
        if canonical(one) != canonical(two):
            place, first, second = next(iter(unlike(one, two)), ("", one, two))
            yield difference_at(
                sitting, self.began, "position", (place_text(place, first),), (place_text(place, second),)
            )


def _happenings(recorded: Iterable[Recorded], began_ns: int) -> Iterator[Happening]:
    open_one: Happening | None = None
    for one in recorded:
        match one.message:
            case JournalEnd() as kept:
                open_one = replace(open_one, kept=kept) if open_one is not None else None
            case Verdict() | Answer() as sent:
                open_one = replace(open_one, sent=(*open_one.sent, sent)) if open_one is not None else None
            case Look() | DeviceEvent() | CameraEvent() | Command() | Tick() as took:
                if open_one is not None:
                    yield open_one
                open_one = Happening(took, (one.at_ns - began_ns) / 1e9)
            case _:
                pass
    if open_one is not None:
        yield open_one


def seated(
    game: Game[Any, Any], pieces: PieceSet | None, entries: tuple[JournalEntry, ...], sitting: Sitting
) -> tuple[Table[Any, Any], Setting[Any, Any]]:
    """Return the table as the engine had it when it began to record."""
    match: Match[Any] = replace(replay(game, entries[: sitting.entries]), started=sitting.started)
    setting: Setting[Any, Any] = setting_of(game, match.state, pieces)
    return table_of(setting, match), setting


def _first_difference(
    happening: Happening, step: TableStep[Any, Any], kept: Sequence[JournalEntry], *, departed: bool
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the first stage with another result at a moment, and both sides; empty: no difference.

    `departed`: there was a difference before. The table was set right then, and has no look from before.
    """
    sent: tuple[Verdict | Answer, ...] = (*step.verdicts, *step.answers)
    was, now = compared(happening.sent), compared(sent)
    if departed:
        was, now = without_looks(was), without_looks(now)
    if was != now:
        stage = "answer" if any(isinstance(one, Answer) for one in (*was, *now)) else "verdict"
        return stage, *messages_apart(was, now)
    if len(kept) < len(step.entries) or any(
        one.kind is not two.kind
        or compared_entry(one, turns=says_turns(one)) != compared_entry(two, turns=says_turns(one))
        for one, two in zip(kept, step.entries, strict=True)
    ):
        return "journal", *entries_apart(kept, step.entries)
    if bool(step.entries) is not (happening.kept is not None):
        said = (
            counted(happening.kept.entries, "entry", "entries")
            if happening.kept is not None
            else "nothing was kept"
        )
        return "journal", (said,), (f"{counted(len(step.entries), 'entry', 'entries')} more",)
    return "", (), ()


def _cut_off(sitting: Sitting, happening: Happening, step: TableStep[Any, Any]) -> bool:
    """Tell whether the engine was killed at this moment, so that only its beginning was recorded."""
    sent: tuple[Verdict | Answer, ...] = (*step.verdicts, *step.answers)
    was, now = compared(happening.sent), compared(sent)
    return happening is sitting.happenings[-1] and was == now[: len(was)] != now


def difference_at(
    sitting: Sitting, happening: Happening, stage: str, was: tuple[str, ...], now: tuple[str, ...]
) -> RejudgedDifference:
    """Return the difference at a moment of a sitting."""
    return RejudgedDifference(sitting.path.name, happening.at_s, event_text(happening), stage, was, now)


def event_text(happening: Happening) -> str:
    """Return an event in a few words."""
    match happening.took:
        case Look() as look:
            return f"frame {look.sequence} of {look.source}"
        case DeviceEvent(device=device, content=content):
            event, name, _ = format_content(content)
            return f"{event} {name} of {device}"
        case CameraEvent() as happened:
            return f"camera {happened.camera}: {happened.event}"
        case Command() as asked:
            return f"command {asked.kind}{f' of {asked.seat}' if asked.seat else ''}"
        case Tick():
            return "time passed"
