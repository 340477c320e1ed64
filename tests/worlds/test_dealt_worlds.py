"""Matches that were dealt otherwise, where a reader can't know it: every byte, size and order is the same.

The pairs come from a generator that asks the game nothing about who knows what (dealt.py). Each pair lives at
a real server: sockets of the reader and of a visitor, and every address of the pages.
"""

from pathlib import Path

import pytest

from tests.worlds.dealt import GAMES, Dealt
from tests.worlds.hearing import first_difference
from tests.worlds.test_real_roads import sent
from tests.worlds.test_two_worlds import both, first_numbers

__all__ = ("first_numbers",)

EVERY_GAME = pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)


@EVERY_GAME
def test_two_deals_differ_only_in_what_the_reader_was_not_dealt(played: Dealt) -> None:
    for seed in range(8):
        (pair,) = played.pairs(seed, 1)
        assert pair.one != pair.other
        assert played.open().layout(pair.one) == played.open().layout(pair.other)


@pytest.mark.parametrize("seed", [0, 1])
@EVERY_GAME
def test_whoever_was_not_dealt_a_card_hears_the_same_on_every_road(
    tmp_path: Path, played: Dealt, seed: int
) -> None:
    (pair,) = played.pairs(seed, 1)
    one, other = both(tmp_path / "m", played, pair)
    assert first_difference(one, other) == "", f"seed {seed}, {pair.kind}, {pair.seat}"


@pytest.mark.slow
@EVERY_GAME
def test_browsers_of_whoever_was_not_dealt_a_card_are_sent_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Dealt
) -> None:
    (pair,) = played.pairs(0, 1)
    one, other, paths = sent(tmp_path, monkeypatch, played, pair)
    assert first_difference(one, other) == "", f"{pair.kind}, {pair.seat}"
    assert {"/api/v1/match", "/matches", "/health", "/links"} <= paths
