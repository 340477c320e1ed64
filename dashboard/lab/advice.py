"""Measures the time of the full advice for a crowded board, beside listing a chess middlegame's moves."""

from collections.abc import Callable
from random import Random
from typing import Any

from dashboard.lab.measurement import measure
from engine.core.board import load_board
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game

PIECES = 60
"""The number of the players' pieces on each measured board."""
POSITIONS = 20
ROUNDS, QUICK_ROUNDS = 7, 1
RULESETS = {"": Ruleset(), " with skills": Ruleset(options={"skills": "on"})}


def bench_advice(
    list_moves: Callable[[], object], positions: int, *, quick: bool = False
) -> list[dict[str, Any]]:
    """Return the measured rows.

    Args:
        list_moves: Lists the moves of chess positions.
        positions: The number of chess positions that `list_moves` lists.
        quick: Whether fewer rounds are measured.
    """
    rows: list[dict[str, Any]] = []
    for name, ruleset in RULESETS.items():
        game = open_game("dozen_war", load_board("mativen"), ruleset)
        dumps = [game.dump(state) for state in _crowded(game)]
        fresh: list[Any] = []
        times = measure(
            {
                # A table asks for the advice on a state only once, so each round begins without its caches.
                "reload": _reloading(game, dumps, fresh),
                "advice": _advising(game, fresh),
                "chess": list_moves,
            },
            rounds=min(QUICK_ROUNDS, ROUNDS) if quick else ROUNDS,
        )
        took_ms = times["advice"].median_s / POSITIONS * 1000
        ratio = times["advice"].median_s / POSITIONS / (times["chess"].median_s / positions)
        what = f"full advice for {PIECES} pieces{name}"
        rows.append({"what": f"{what}, ms", "value": round(took_ms, 2)})
        rows.append({"what": f"ratio, {what} to listing a chess middlegame", "value": round(ratio)})
    return rows


def _reloading(game: Game[Any, Any], dumps: list[dict[str, Any]], fresh: list[Any]) -> Callable[[], None]:
    def reload() -> None:
        fresh[:] = [game.load(dump) for dump in dumps]

    return reload


def _advising(game: Game[Any, Any], fresh: list[Any]) -> Callable[[], object]:
    return lambda: [game.table_advice(state) for state in fresh]


def _crowded(game: Game[Any, Any]) -> list[Any]:
    """Return positions of random matches with exactly `PIECES` pieces on the board, each within a turn."""
    chance = Random(2)  # noqa: S311 - a fixed walk, not a secret
    found: list[Any] = []
    state = game.initial(None)
    while len(found) < POSITIONS:
        if game.outcome(state) is not None:
            state = game.initial(None)
        actions = game.legal_actions(state)
        moves = [action for action in actions if next(iter(game.format_action(action))) == "move"]
        # Mostly moves, so that the armies meet instead of ending each other at once.
        pool = moves if moves and chance.random() < 0.6 else actions
        state = game.apply(state, pool[chance.randrange(len(pool))])
        if game.decider(state).kind == "turn" and _owned(game, state) == PIECES:
            found.append(state)
    return found


def _owned(game: Game[Any, Any], state: Any) -> int:
    """Return the number of the players' pieces on the board."""
    return sum(view.seat is not None and view.cell is not None for view in game.view(state, None).pieces)
