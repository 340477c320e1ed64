"""The measures of `boardwarden bench engine`, in small: legal actions, matches and advice against chess."""

import pytest

from dashboard.lab import advice, engine, game_engine
from dashboard.lab.measurement import measure
from tests.bench.rows import is_ratio, measured, positive

ROWS = [
    "legal actions in a position",
    "legal actions a second, Dozen War mid-game",
    "legal moves a second, python-chess middlegame",
    "ratio, actions to moves",
    "random matches a second",
    "full advice for 50 pieces, ms",
    "ratio, full advice for 50 pieces to listing a chess middlegame",
    "full advice for 50 pieces with skills, ms",
    "ratio, full advice for 50 pieces with skills to listing a chess middlegame",
]


def test_actions_matches_and_advice_are_measured_against_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "POSITIONS", 2)
    monkeypatch.setattr(engine, "ROUNDS", 1)
    monkeypatch.setattr(engine, "MATCHES", 1)
    monkeypatch.setattr(advice, "PIECES", 50)
    monkeypatch.setattr(advice, "POSITIONS", 1)
    monkeypatch.setattr(advice, "ROUNDS", 1)
    rows = measured(engine.bench_engine())
    assert list(rows) == ROWS
    assert positive(*(value for what, value in rows.items() if not what.startswith("ratio")))
    # Positions with fewer aren't taken.
    assert rows[ROWS[0]] > 20
    assert is_ratio(rows[ROWS[3]], rows[ROWS[1]], rows[ROWS[2]], step=1, own_step=0.01)


def test_jobs_take_turns_and_the_warm_up_does_not_count() -> None:
    done: list[str] = []
    times = measure({"one": lambda: done.append("one"), "other": lambda: done.append("other")}, rounds=3)
    assert done == ["one", "other"] * 4
    for took in times.values():
        assert len(took.rounds_s) == 3
        assert took.low_s == min(took.rounds_s) <= took.median_s <= max(took.rounds_s) == took.high_s


def test_any_game_is_measured_between_the_fewest_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_engine, "ROUNDS", 1)
    monkeypatch.setattr(game_engine, "RANDOM_ACTIONS", 30)
    monkeypatch.setattr(game_engine, "GREEDY_ACTIONS", 5)
    monkeypatch.setattr(game_engine, "LISTED", 20)
    monkeypatch.setattr(game_engine, "CHESS_LISTS", 1)
    rows = measured(game_engine.bench_game_engine("hero_realms"))
    assert rows["hero_realms: players"] == 2
    assert rows["hero_realms: actions in a greedy match"] == 5
    assert rows["hero_realms: legal actions in a position"] > 1
    named = "hero_realms: random actions a CPU second"
    assert positive(rows[named], rows["legal moves a CPU second, python-chess middlegame"])
