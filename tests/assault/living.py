"""`python -m tests.assault.living SECONDS GAME...`: pairs of worlds at real servers, counted as they live.

`--first DEAL` goes on after the deals of an earlier run.

Each line that it prints is a `Lived`, as JSON. A process of its own: the worlds turn its clock and its log.
"""

import argparse
import dataclasses
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from engine.core.document import read_document
from tests.worlds.dealt import GAMES
from tests.worlds.hearing import first_difference
from tests.worlds.test_real_roads import sent_in_each

PAIRS = 400
OTHERS = 8
"""The worlds that are compared with one deal: each more world gives that many pairs."""
WHOLE_EVERY = 25
"""One deal of this number is whole, with one other: each address and each question is asked."""

READ_ONCE = cache(read_document)


@dataclass(frozen=True, slots=True)
class Lived:
    """The pairs of one game so far."""

    game: str
    pairs: int
    """The pairs that were lived."""
    compared: int
    """The bytes in one world of each: sent to a seat and a visitor, and to be heard on the bus."""
    differ: tuple[str, ...]
    """Where a pair's worlds differ; empty: nowhere."""


def main() -> None:
    """Live the pairs of the games in turn, so that each game has as many."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", type=float)
    parser.add_argument("games", nargs="+", choices=GAMES)
    parser.add_argument("--first", type=int, default=0, metavar="DEAL", help="the number of the first deal")
    parsed = parser.parse_args()
    ends = time.monotonic() + parsed.seconds
    lived = {name: nothing_lived(name) for name in parsed.games}
    for seed in range(parsed.first, parsed.first + PAIRS):
        for name in parsed.games:
            if time.monotonic() > ends:
                return
            if lived[name].pairs >= PAIRS:
                continue
            lived[name] = lived_further(lived[name], seed)
            sys.stdout.write(f"{json.dumps(dataclasses.asdict(lived[name]))}\n")
            sys.stdout.flush()


def nothing_lived(game: str) -> Lived:
    """Return the count of a game's pairs before the first."""
    return Lived(game, 0, 0, ())


def lived_further(before: Lived, seed: int) -> Lived:
    """Live the pairs of a seed's deal at real servers; return the count with them."""
    played, whole = GAMES[before.game], seed % WHOLE_EVERY == WHOLE_EVERY - 1
    pairs = played.family(seed, 1 if whole else min(OTHERS, PAIRS - before.pairs))
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        # A tablet's first state has a number by chance, so that nobody counts the states before it.
        patched.setattr("dashboard.web.telling.page_states.secrets.randbelow", lambda _: 0)
        # A board's file is the same in every world.
        for module in ("board", "pieces"):
            patched.setattr(f"engine.core.{module}.read_document", READ_ONCE)
        (one, *others), _ = sent_in_each(Path(folder), patched, played, pairs, whole=whole)
    differ = before.differ
    for number, other in enumerate(others):
        found = first_difference(one.heard, other.heard) or first_difference(one.within, other.within)
        if found:
            differ += (f"seed {seed}, other {number}, {pairs[0].kind}, {pairs[0].seat}: {found}",)
    compared = sum(len(heard.said) for heard in (*one.heard, *one.within)) * len(others)
    return Lived(before.game, before.pairs + len(others), before.compared + compared, differ)


if __name__ == "__main__":
    main()
