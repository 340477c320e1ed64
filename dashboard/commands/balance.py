"""`boardwarden balance`: lets bots play each other many times, and reports their win rates with intervals."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.balance_page import balance_page
from dashboard.commands.progress import progress_of_matches
from dashboard.commands.ruleset import parse_options
from dashboard.commands.terms import chosen_board, chosen_game
from engine.bots.balance import Balance, Digest, WinTally, weigh
from engine.bots.series import Series, play_series
from engine.core.counting import counted
from engine.core.document import read_document
from engine.core.faults import InputFault


def run(parsed: argparse.Namespace) -> int:
    """Play and report; return 1 when a seat's win rate isn't surely within the band asked for.

    Raises:
        InputFault: a number, band, bot, game, board or setup is unusable, or the page can't be written.
    """
    matches = _whole(parsed.matches, "--matches")
    workers = _whole(parsed.workers, "--workers") if parsed.workers else os.cpu_count() or 1
    band = _band(parsed.band) if parsed.band else None
    series = Series(
        game=chosen_game(parsed),
        board=chosen_board(parsed)[0],
        bots=tuple(parsed.bots.split(",")),
        seed=_whole(parsed.seed, "--seed", least=0),
        content=parsed.content,
        options=parse_options(parsed.option),
        setup=read_document(Path(parsed.setup)).plain() if parsed.setup else None,
        first_goes_round=parsed.first_goes_round,
    )
    balance = weigh(_shown(play_series(series, matches, workers=workers), matches))
    outside = (
        [] if band is None else [one for one in balance.tallies["seat"] if not one.interval.within(*band)]
    )
    _print_json(series, balance) if parsed.json else _print_table(balance)
    if parsed.page:
        _write_page(Path(parsed.page), series, balance)
    for one in outside:
        low, high = one.interval.low, one.interval.high
        print(
            f"boardwarden balance: seat {one.name} wins {low:.1%} to {high:.1%}, expected "
            f"{parsed.band}; more matches make this surer",
            file=sys.stderr,
        )
    return DIDNT_HOLD if outside else DONE


def _write_page(path: Path, series: Series, balance: Balance) -> None:
    try:
        path.write_text(balance_page(series, balance), encoding="utf-8")
    except OSError as fault:
        raise InputFault(
            f"--page {path}: can't be written ({fault.strerror}); name a file in a folder that exists"
        ) from fault


def _print_table(balance: Balance) -> None:
    print(
        f"{counted(balance.matches, 'match', 'matches')}, {balance.unfinished} unfinished, "
        f"{balance.shared} shared; "
        f"{balance.turns:.1f} turns and {balance.actions:.0f} actions each; fair is {balance.fair:.1%}"
    )
    for reason, count in balance.reasons:
        print(f"  ended by {reason}: {count}")
    print(f"{'by':8} {'name':24} {'matches':>8} {'wins':>9} {'rate':>7}   95 % interval")
    for what, tallies in balance.tallies.items():
        for one in tallies:
            print(
                f"{what:8} {one.name:24} {one.matches:8} {one.wins:9.1f} {one.rate:7.1%}   "
                f"{one.interval.low:.1%} to {one.interval.high:.1%}"
            )


def _print_json(series: Series, balance: Balance) -> None:
    rows: list[dict[str, Any]] = [
        {
            "game": series.game,
            "board": series.board,
            "bots": list(series.bots),
            "content": series.content,
            "options": dict(series.options),
            "seed": series.seed,
            "matches": balance.matches,
            "unfinished": balance.unfinished,
            "shared": balance.shared,
            "fair": balance.fair,
            "turns": balance.turns,
            "actions": balance.actions,
            "reasons": dict(balance.reasons),
        }
    ]
    rows.extend(_row(what, one) for what, tallies in balance.tallies.items() for one in tallies)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


def _row(what: str, one: WinTally) -> dict[str, Any]:
    return {
        "by": what,
        "name": one.name,
        "matches": one.matches,
        "wins": one.wins,
        "shared": one.shared,
        "rate": one.rate,
        "low": one.interval.low,
        "high": one.interval.high,
    }


def _shown(digests: Iterable[Digest], matches: int) -> Iterator[Digest]:
    """Yield the matches as they come, and draw their progress on a terminal."""
    tell = progress_of_matches(matches)
    for count, one in enumerate(digests, start=1):
        tell(count)
        yield one


def _whole(text: str, flag: str, *, least: int = 1) -> int:
    if not text.isdecimal() or int(text) < least:
        raise InputFault(f"{flag} {text}: expected a whole number from {least}")
    return int(text)


def _band(text: str) -> tuple[float, float]:
    low, _, high = text.partition("-")
    try:
        band = float(low) / 100, float(high) / 100
    except ValueError:
        band = (1.0, 0.0)
    if not 0 <= band[0] < band[1] <= 1:
        raise InputFault(f"--band {text}: expected LOW-HIGH in per cent, such as 15-35")
    return band
