"""Measures the speed of Dozen War's legal actions and random matches, beside python-chess in the same run."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count, cycle, islice
from random import Random
from statistics import median
from typing import Any

from dashboard.lab.advice import bench_advice
from dashboard.lab.measurement import judged, measure
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.faults import MissingFault
from engine.core.game import Game, Ruleset
from engine.games.dozen_war.position.field import cells_in
from engine.games.registry import open_game

# Well-known middlegames: chess programs are checked with them as perft positions.
CHESS_MIDDLEGAMES = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
)
POSITIONS = 40
"""The number of positions of each game that a round lists. Each round has other positions."""
ROUNDS, QUICK_ROUNDS = 7, 1
_LEAST_RATIO = 0.5
"""`bench engine --quick` measured 1.01 on a busy machine of two cores."""
PLIES = range(1, 11)
"""The range of random moves from a known middlegame to a listed chess position."""
PIECES = range(50, 76)
"""The range of the number of pieces and castles on the board in a mid-game position; the mean is 65."""
MATCHES = 4
"""The number of random matches that a round plays before it lists positions of other matches."""
WHOLE = Ruleset(options={"skills": "on", "equipment": "on"})
"""The ruleset of the whole game, with tokens, events, skills and cards."""


def bench_engine(*, quick: bool = False) -> list[dict[str, Any]]:
    """Return the measured rows; `quick` measures fewer rounds.

    Raises:
        MissingFault: python-chess, the reference, isn't installed.
    """
    if find_spec("chess") is None:
        raise MissingFault(
            "the reference python-chess isn't installed; `pip install 'boardwarden[lab]'` brings it"
        )
    import chess  # noqa: PLC0415 - a reference of the test requirements, not of the program

    game = open_game("dozen_war", load_board("mativen"), WHOLE)
    # Positions for the warm-up and for each round. Each is listed once.
    turns = min(QUICK_ROUNDS, ROUNDS) if quick else ROUNDS
    reached = _batched(_midgames(game, first=MATCHES), turns)
    boards = _batched(_middlegames(chess.Board), turns)
    counts = {
        "dozen_war": [sum(len(game.legal_actions(game.apply(*one))) for one in batch) for batch in reached],
        "chess": [sum(board.legal_moves.count() for board in batch) for batch in boards],
    }
    opened = [game]
    fresh: dict[str, list[Any]] = {"dozen_war": [], "chess": []}
    rounds = iter(zip(reached, boards, strict=True))

    def play() -> None:
        cells_in.cache_clear()  # it outlives a game, and knows the measured positions from the search above
        opened[0] = open_game("dozen_war", load_board("mativen"), WHOLE)
        for seed in range(MATCHES):
            _walk(opened[0], seed)

    def reach() -> None:
        plays, held = next(rounds)
        fresh["dozen_war"] = [opened[0].apply(before, action) for before, action in plays]
        fresh["chess"] = [board.copy(stack=False) for board in held]

    times = measure(
        {
            # A game's caches (actions, masks of moves and sights) are filled by the matches that it has just
            # played, in the same way as python-chess's tables are made before it lists. The measured
            # positions are of other matches and listed once, so they aren't in the caches. A play reaches
            # each of them again, as in a match. So the listing pays for everything that it derives from its
            # position.
            "matches": play,
            "reach": reach,
            "dozen_war": lambda: [opened[0].legal_actions(state) for state in fresh["dozen_war"]],
            "chess": lambda: [list(board.legal_moves) for board in fresh["chess"]],
        },
        rounds=turns,
    )
    rate = {
        name: median(count / took for count, took in zip(counts[name][1:], times[name].rounds_s, strict=True))
        for name in counts
    }

    middlegames = [chess.Board(fen) for fen in CHESS_MIDDLEGAMES]

    def list_middlegames() -> None:
        for _ in range(POSITIONS):
            for board in middlegames:
                list(board.legal_moves)

    listed = sum(counts["dozen_war"]) / POSITIONS / len(reached)
    return [
        {"what": "legal actions in a position", "value": round(listed)},
        {"what": "legal actions a second, Dozen War mid-game", "value": round(rate["dozen_war"])},
        {"what": "legal moves a second, python-chess middlegame", "value": round(rate["chess"])},
        judged("ratio, actions to moves", round(rate["dozen_war"] / rate["chess"], 2), at_least=_LEAST_RATIO),
        {"what": "random matches a second", "value": round(MATCHES / times["matches"].median_s, 2)},
        *bench_advice(list_middlegames, POSITIONS * len(CHESS_MIDDLEGAMES), quick=quick),
    ]


def _batched(found: Iterator[Any], rounds: int) -> list[list[Any]]:
    """Return a batch of positions for the warm-up, and one for each round."""
    return [list(islice(found, POSITIONS)) for _ in range(rounds + 1)]


def _middlegames(board_of: Callable[[str], Any]) -> Iterator[Any]:
    """Yield chess positions with more than 20 moves, each some random moves after a known middlegame."""
    chance = Random(1)  # noqa: S311 - fixed walks, not a secret
    for fen in cycle(CHESS_MIDDLEGAMES):
        board = board_of(fen)
        for _ in range(chance.choice(PLIES)):
            moves = list(board.legal_moves)
            if moves:
                board.push(chance.choice(moves))
        if board.legal_moves.count() > 20:
            yield board


def _midgames(game: Game[Any, Any], *, first: int) -> Iterator[tuple[Any, Any]]:
    """Yield mid-game turns of random matches, each as the position before it and the action that leads to it.

    `first` is the seed of the first match.
    """
    for seed in count(first):
        chance = Random(seed)  # noqa: S311 - fixed walks, not a secret
        for before, action, state in _walk(game, seed):
            decision = game.decider(state)
            turn = decision.chooser is Chooser.SEAT and decision.kind == "turn"
            full = turn and chance.random() < 0.1 and len(_on_board(game, state)) in PIECES
            if full and len(game.legal_actions(state)) > 20:
                yield before, action


def _on_board(game: Game[Any, Any], state: Any) -> list[Any]:
    return [one for one in game.view(state, None).pieces if one.seat is not None and one.cell is not None]


def _walk(game: Game[Any, Any], seed: int) -> list[tuple[Any, Any, Any]]:
    """Return the plays of a random match, each as the position before, the action, and the position after."""
    chance = Random(seed)  # noqa: S311 - fixed walks, not a secret
    state = game.initial(None)
    plays = []
    while actions := game.legal_actions(state):
        before, action = state, actions[chance.randrange(len(actions))]
        state = game.apply(before, action)
        plays.append((before, action, state))
    return plays
