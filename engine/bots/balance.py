"""How balanced a game is: the wins by seat, place in the turn order, bot, and the game's own groups.

A game names its own groups, such as generals, factions or played cards (`group_titles`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bots.bot_matches import MatchRecord
from engine.bots.intervals import Interval, wilson
from engine.core.game import Game
from engine.core.ids import Seat

PLAIN = ("seat", "place", "bot")
"""The groups of wins that every game has."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The facts of a match that the report needs."""

    seats: tuple[Seat, ...]
    """The seats in turn order."""
    winners: tuple[Seat, ...]
    """The seats that won."""
    finished: bool
    """Whether it was played to its end."""
    reason: str
    """The key of the reason why it ended."""
    turns: int
    """How many turns it had."""
    actions: int
    """How many actions it had."""
    bots: Mapping[Seat, str]
    """The bots' names, by seat."""
    groups: Mapping[str, Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    """By the game's keys: each seat's groups of each kind."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """By the same keys: the report's headings."""


@dataclass(frozen=True, slots=True)
class WinTally:
    """How often a thing was in a finished match, and how often its seat won."""

    name: str
    """The thing's name."""
    matches: int
    """How many finished matches it was in."""
    wins: float
    """How many of them its seat won; shared wins count in part."""
    shared: int
    """How many of these wins were shared."""

    @property
    def rate(self) -> float:
        """The share of matches won."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the rate (Wilson)."""
        return wilson(self.wins, self.matches)


@dataclass(frozen=True, slots=True)
class Balance:
    """A report of the shares of wins."""

    matches: int
    """How many matches it counts."""
    unfinished: int
    """How many of them were broken off."""
    shared: int
    """How many of them had several winners."""
    fair: float
    """The win rate of a seat if no seat had an advantage, over matches with their numbers of seats."""
    turns: float
    """The mean number of turns."""
    actions: float
    """The mean number of actions."""
    reasons: tuple[tuple[str, int], ...]
    """How often matches ended for each reason."""
    tallies: Mapping[str, tuple[WinTally, ...]]
    """The tallies by group: `seat`, `place`, `bot`, and the game's groups."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The headings of the game's groups."""


def digest(game: Game[Any, Any], record: MatchRecord) -> Digest:
    """Return the facts of a match that the report needs."""
    bots = dict(record.bots)
    titles = game.group_titles()
    found = game.groups([(one.by, one.action) for one in record.actions], record.final)
    ended = record.outcome
    return Digest(
        seats=record.order + tuple(seat for seat in bots if seat not in record.order),
        winners=ended.winners if ended else (),
        finished=ended is not None,
        reason=f"{ended.rule} {ended.reason}" if ended else "unfinished",
        turns=record.turns,
        actions=len(record.actions),
        bots=bots,
        groups={
            key: {seat: tuple(sorted(names)) for seat, names in found[key].items()}
            for key in titles
            if key in found
        },
        titles=titles,
    )


def weigh(digests: Iterable[Digest]) -> Balance:
    """Return the report on matches; a match that was broken off counts only as unfinished."""
    found = tuple(digests)
    done = tuple(one for one in found if one.finished)
    titles = {key: title for one in found for key, title in one.titles.items()}
    counts = {what: _Count() for what in (*PLAIN, *titles)}
    reasons: dict[str, int] = {}
    for one in found:
        reasons[one.reason] = reasons.get(one.reason, 0) + 1
    for one in done:
        for place, seat in enumerate(one.seats, start=1):
            won = 1 / len(one.winners) if seat in one.winners else 0.0
            counts["seat"].add(str(seat), won)
            counts["place"].add(str(place), won)
            counts["bot"].add(one.bots[seat], won)
            for what, groups in one.groups.items():
                for name in groups.get(seat, ()):
                    counts[what].add(name, won)
    manned = sum(len(one.seats) for one in done)
    return Balance(
        matches=len(found),
        unfinished=len(found) - len(done),
        shared=sum(len(one.winners) > 1 for one in done),
        fair=sum(bool(one.winners) for one in done) / manned if manned else 0.0,
        turns=sum(one.turns for one in done) / len(done) if done else 0.0,
        actions=sum(one.actions for one in done) / len(done) if done else 0.0,
        reasons=tuple(sorted(reasons.items())),
        tallies={what: count.tallies() for what, count in counts.items()},
        titles=titles,
    )


class _Count:
    """Matches and wins by name, while they are being counted."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def add(self, name: str, won: float) -> None:
        tally = self._found.setdefault(name, [0, 0.0, 0])
        tally[0] += 1
        tally[1] += won
        tally[2] += 0.0 < won < 1.0

    def tallies(self) -> tuple[WinTally, ...]:
        return tuple(
            WinTally(name, int(matches), wins, int(shared))
            for name, (matches, wins, shared) in sorted(self._found.items())
        )
