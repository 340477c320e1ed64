"""An archive of matches in numbers: wins, broken rules, the length of turns."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import median, quantiles
from typing import Any

from engine.bots.balance import Balance, Digest, digest, weigh
from engine.bots.bot_matches import BotAction, MatchRecord
from engine.core.decisions import TURN
from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.ids import Seat
from engine.records.evidence import evidence_files, read_evidence
from engine.records.recorded import RecordedMatch
from engine.records.replay import LONGEST_GAP_S, entry_times
from engine.session.matches.as_recorded import BY_RULES
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replayed
from engine.session.matches.match import Match, outcome_of

_PLAYER = "player"
"""The empty name: no journal names the player."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The counts of one match."""

    digest: Digest
    """Its result."""
    warned: Mapping[str, int]
    """How often each rule was reported as broken, by its evidence."""
    turn_s: Mapping[Seat, tuple[float, ...]]
    """How long each finished turn took, by seat, pauses cut."""
    as_recorded_from: int = 0
    """The first entry that counts as recorded, because today's rules give another result; 0: there is
    none."""


@dataclass(frozen=True, slots=True)
class Warned:
    """How often a rule was reported as broken, and in how many matches."""

    rule: str
    """The rule's id."""
    matches: int
    """In how many matches it was reported as broken."""
    times: int
    """How often it was reported as broken."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """How long a seat's turns took."""

    seat: str
    """The seat."""
    turns: int
    """How many turns were timed."""
    median_s: float
    """The median."""
    slow_s: float
    """One turn in ten took longer."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """An archive in numbers."""

    balance: Balance
    """Each seat's share of wins."""
    warnings: tuple[Warned, ...]
    """The rules that were reported as broken."""
    turns: tuple[TurnTime, ...]
    """The lengths of the turns."""


def facts_of(match: RecordedMatch) -> MatchFacts:
    """Return the counts of one match.

    Raises:
        InputFault: its journal can't be replayed, or its evidence can't be read.
    """
    game = match.game
    matches = tuple(replayed(game, match.entries))
    turns = tuple(turn_times(game, matches, entry_times(match.path)))
    turn_s: dict[Seat, list[float]] = {}
    for seat, seconds in turns:
        if seconds is not None:
            turn_s.setdefault(seat, []).append(seconds)
    final = matches[-1].state
    record = MatchRecord(
        seed=0,
        bots=tuple((one.seat, _PLAYER) for one in game.view(final, None).seats),
        order=tuple(dict.fromkeys(seat for seat, _ in turns)),
        turns=len(turns),
        actions=tuple(_played(match)),
        final=final,
        outcome=outcome_of(game, matches[-1]),
    )
    warned: dict[str, int] = {}
    for path in evidence_files(match.path.parent):
        for one in read_evidence(path, only=("verdict",)):
            for rule in dict.fromkeys(broken.rule for broken in one.message.violations):
                warned[rule] = warned.get(rule, 0) + 1
    counted = digest(game, record)
    if record.outcome is None:
        # Its groups may name facts that only one seat knows, such as a general that lies hidden.
        counted = replace(counted, groups={})
    departed = matches[-1].departed
    return MatchFacts(
        counted,
        warned,
        {seat: tuple(seconds) for seat, seconds in turn_s.items()},
        departed.entry if departed is not None else 0,
    )


def summed(found: Iterable[MatchFacts]) -> Statistics:
    """Return the sums over many matches."""
    facts = tuple(found)
    warnings: dict[str, list[int]] = {}
    turns: dict[Seat, list[float]] = {}
    for one in facts:
        for rule, times in one.warned.items():
            warnings.setdefault(rule, []).append(times)
        for seat, seconds in one.turn_s.items():
            turns.setdefault(seat, []).extend(seconds)
    return Statistics(
        weigh(one.digest for one in facts),
        tuple(Warned(rule, len(times), sum(times)) for rule, times in sorted(warnings.items())),
        tuple(TurnTime(seat, len(s), median(s), _ninth_tenth(s)) for seat, s in sorted(turns.items())),
    )


def _ninth_tenth(seconds: list[float]) -> float:
    return quantiles(seconds, n=10, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]


def _played(match: RecordedMatch) -> Iterator[BotAction]:
    for entry in match.entries:
        if entry.kind is EntryKind.PLAYED:
            for written, by in zip(entry.body["actions"], entry.body["by"], strict=True):
                with suppress(*BY_RULES):  # a card or an action that no longer exists
                    yield BotAction(by, match.game.parse_action(entry_of(written, "journal")))


def turn_times(
    game: Game[Any, Any], matches: Iterable[Match[Any]], times: Iterable[float]
) -> Iterator[tuple[Seat, float | None]]:
    """Yield the seat and length of each turn; None: it isn't over, or it was taken back."""
    seat: Seat | None = None
    spent, last = 0.0, None
    for match, at in zip(matches, times, strict=False):
        spent += 0.0 if last is None else min(max(0.0, at - last), LONGEST_GAP_S)
        last = at
        decision = game.decider(match.state)
        if decision.kind == TURN and decision.seats and decision.seats[0] != seat:
            if seat is not None:
                yield seat, spent
            seat, spent = decision.seats[0], 0.0
    if seat is not None:
        yield seat, None
