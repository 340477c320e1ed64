"""How fast Dozen War's legal actions come, against python-chess's legal moves in the same run."""

from importlib.util import find_spec
from random import Random
from typing import Any

from dashboard.bench.advice import bench_advice
from dashboard.bench.measuring import measure
from engine.core.board import load_board
from engine.core.faults import MissingFault
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game

# Middlegames of well-known kinds, from the perft positions that chess programs are checked with.
CHESS_MIDDLEGAMES = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
)
POSITIONS = 40


def bench_engine() -> list[dict[str, Any]]:
    """Return the measured rows.

    Raises:
        MissingFault: python-chess, the reference, isn't installed.
    """
    if find_spec("chess") is None:
        raise MissingFault("the reference python-chess isn't installed; run: make bench")
    import chess  # noqa: PLC0415 - a reference of the test requirements, not of the program

    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    states = _midgames(game)
    dumps = [game.dump(state) for state in states]
    boards = [chess.Board(fen) for fen in CHESS_MIDDLEGAMES]
    fresh: list[Any] = []

    def reload() -> None:
        fresh[:] = [game.load(dump) for dump in dumps]

    def list_moves() -> None:
        for _ in range(POSITIONS):
            for board in boards:
                list(board.legal_moves)

    counts = {
        "dozen_war": sum(len(game.legal_actions(state)) for state in states),
        "chess": sum(board.legal_moves.count() for board in boards) * POSITIONS,
    }
    times = measure(
        {
            # States are loaded anew for each round: what a state caches must be paid for.
            "reload": reload,
            "dozen_war": lambda: [game.legal_actions(state) for state in fresh],
            "chess": list_moves,
        }
    )
    rate = {name: counts[name] / times[name].median_s for name in counts}
    return [
        {"what": "legal actions a second, Dozen War mid-game", "value": round(rate["dozen_war"])},
        {"what": "legal moves a second, python-chess middlegame", "value": round(rate["chess"])},
        {"what": "ratio, actions to moves", "value": round(rate["dozen_war"] / rate["chess"], 2)},
        *bench_advice(list_moves, POSITIONS * len(boards)),
    ]


def _midgames(game: Game[Any, Any]) -> list[Any]:
    chance = Random(1)  # noqa: S311 - a fixed walk, not a secret
    states: list[Any] = []
    state = game.initial(None)
    while len(states) < POSITIONS:
        if game.outcome(state) is not None:
            state = game.initial(None)
        actions = game.legal_actions(state)
        state = game.apply(state, actions[chance.randrange(len(actions))])
        if chance.random() < 0.1 and len(game.legal_actions(state)) > 20:
            states.append(state)
    return states
