"""Players' matches and wins, over recorded matches: by the names that people gave at the table. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from engine.core.ids import Seconds
from engine.records.recorded import RecordedMatch
from engine.records.replay import entry_times
from engine.records.statistics import turn_times
from engine.session.matches.journal_replay import replayed
from engine.session.matches.match import outcome_of

LATEST = 10
"""How many of a player's last matches are named."""


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """A player's result in a match that is over."""

    name: str
    """The player's name."""
    match: str
    """The match's name."""
    game: str
    """The game's name."""
    opened_at: Seconds
    """When the match was opened, in seconds by the wall clock."""
    won: float
    """1 for a win, a part of 1 where several won, or 0."""
    turn_s: tuple[float, ...] = ()
    """How long each of the player's turns took, pauses cut."""
    sign: str = ""
    """The name of the player's sign; empty for none."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How often a player played one game, and won it."""

    game: str
    """The game's name."""
    matches: int
    """How many matches the player played."""
    won: float
    """How many of them the player won; shared wins count in part."""


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player over many matches."""

    name: str
    """The player's name."""
    matches: int
    """How many matches the player played."""
    won: float
    """How many of them the player won; shared wins count in part."""
    turn_s: float | None
    """The median length of a turn; None where none was timed."""
    games: tuple[PlayedGame, ...]
    """The record by game."""
    latest: tuple[PlayerShare, ...]
    """The last matches, the newest first."""
    sign: str = ""
    """The name of the player's last sign; empty for none."""


def parts_of(match: RecordedMatch) -> tuple[PlayerShare, ...]:
    """Return each named player's result in a match; empty until it's over.

    Raises:
        InputFault: its journal can't be replayed.
    """
    game = match.game
    matches = tuple(replayed(game, match.entries))
    ended = outcome_of(game, matches[-1])
    if ended is None:
        return ()
    turns = tuple(turn_times(game, matches, entry_times(match.path)))
    return tuple(
        PlayerShare(
            name,
            match.name,
            match.opening.game,
            match.opening.opened_at,
            1 / len(ended.winners) if seat in ended.winners else 0.0,
            tuple(seconds for whose, seconds in turns if whose == seat and seconds is not None),
            matches[-1].opening.signs.get(seat, ""),
        )
        for seat, name in sorted(matches[-1].opening.players.items())
    )


def league(parts: Iterable[PlayerShare]) -> tuple[PlayerRecord, ...]:
    """Return every player's record: most wins first, then fewest matches.

    People are distinguished by their names alone, whatever the capitals; the newest spelling is shown.
    """
    by_name: dict[str, list[PlayerShare]] = {}
    for one in sorted(parts, key=lambda part: (part.opened_at, part.match), reverse=True):
        by_name.setdefault(one.name.casefold(), []).append(one)
    records = [_record(tuple(found)) for found in by_name.values()]
    return tuple(sorted(records, key=lambda one: (-one.won, one.matches, one.name.casefold())))


def _record(newest_first: tuple[PlayerShare, ...]) -> PlayerRecord:
    turns = [seconds for one in newest_first for seconds in one.turn_s]
    games = [
        PlayedGame(game, len(own), sum(one.won for one in own))
        for game in sorted({one.game for one in newest_first})
        for own in [[one for one in newest_first if one.game == game]]
    ]
    return PlayerRecord(
        newest_first[0].name,
        len(newest_first),
        sum(one.won for one in newest_first),
        median(turns) if turns else None,
        tuple(games),
        newest_first[:LATEST],
        next((one.sign for one in newest_first if one.sign), ""),
    )
