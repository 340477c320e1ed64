"""Many matches on several processors, with the same result on any number of processors."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any

from engine.bots.balance import Digest, digest
from engine.bots.bot import seats_of
from engine.bots.bot_matches import ACTIONS_MAX, play_match
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game


@dataclass(frozen=True, slots=True)
class Series:
    """A series of matches; match n uses the seed `seed + n`."""

    game: str
    """The game's name."""
    board: str
    """The board's name or path."""
    bots: tuple[str, ...]
    """Names as `open_bot` reads them: one for all seats, or one a seat. The bots go round the table from
    match to match, so that none keeps a good seat.
    """
    seed: int = 0
    """The first match's seed."""
    content: str = "house"
    """The content pack's name."""
    options: tuple[tuple[str, str], ...] = ()
    """The options that differ from the game's usual ones."""
    setup: Any = None
    """How each match starts; None for the game's usual start."""
    first_goes_round: bool = False
    """The seats take turns at beginning too, by the key `first` of the setup."""
    actions_max: int = ACTIONS_MAX
    """A match is broken off after this number of actions."""


def check(series: Series) -> None:
    """See that the series can be played.

    Raises:
        InputFault: no such game, board or bot, a broken setup, or another number of bots than of seats.
    """
    game = _game(series.game, series.board, series.content, series.options)
    seats = seats_of(game, game.initial(_setup(series, ())))
    for bot in series.bots:
        open_bot(bot)
    if len(series.bots) not in (1, len(seats)):
        raise InputFault(
            f"expected one bot for all, or one for each of {', '.join(seats)}; came {len(series.bots)}"
        )
    if series.first_goes_round:
        game.initial(_setup(series, seats))


def play_one(series: Series, number: int) -> Digest:
    """Play match `number`, from 0, of a series."""
    game = _game(series.game, series.board, series.content, series.options)
    seats = seats_of(game, game.initial(_setup(series, ())))
    names = series.bots * (len(seats) if len(series.bots) == 1 else 1)
    turned = number % len(seats)
    manned = {seat: open_bot(names[(place + turned) % len(seats)]) for place, seat in enumerate(seats)}
    # Only after a whole round are the bots back in their seats; then another seat begins, so that all
    # combinations occur.
    begins = (number // len(seats) if len(set(names)) > 1 else number) % len(seats)
    setup = _setup(series, seats[begins:] if series.first_goes_round else ())
    record = play_match(game, manned, series.seed + number, setup=setup, actions_max=series.actions_max)
    return digest(game, record)


def play_series(series: Series, matches: int, *, workers: int = 1) -> Iterator[Digest]:
    """Yield the matches in order as soon as they are finished; `workers` processes play them.

    Raises:
        InputFault: as `check`.
    """
    check(series)
    if workers <= 1:
        yield from (play_one(series, number) for number in range(matches))
        return
    # Spawned, not forked: the caller may have threads.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_one, (series,) * matches, range(matches), chunksize=4)


def _setup(series: Series, first: tuple[Any, ...]) -> Any:
    if not first:
        return None if series.setup is None else entry_of(series.setup, "<setup>")
    return entry_of({**(series.setup or {}), "first": str(first[0])}, "<setup>")


@cache
def _game(name: str, board: str, content: str, options: tuple[tuple[str, str], ...]) -> Game[Any, Any]:
    return open_game(name, load_board(board), Ruleset(content, dict(options)))
