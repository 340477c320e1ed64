"""Measures how fast bots play a game and list its legal actions, beside python-chess in the same run."""

from importlib.util import find_spec
from itertools import islice
from random import Random
from time import process_time
from typing import Any

from dashboard.lab.engine import CHESS_MIDDLEGAMES
from dashboard.lab.measurement import measure
from engine.bots.bot import Bot, seats_of
from engine.bots.bot_matches import play_match
from engine.bots.chance import draw
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.document import Entry, entry_of
from engine.core.faults import MissingFault
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game, usual_board

ROUNDS = 5
RANDOM_ACTIONS = 1500
"""The most actions of a random match in one round; the match may end earlier."""
GREEDY_ACTIONS = 5000
"""The most actions of a greedy match; most matches end earlier."""
LISTED = 1500
"""The number of positions of random play that are listed and timed."""
CHESS_LISTS = 200


def bench_game_engine(name: str) -> list[dict[str, Any]]:
    """Return the measured rows for matches between the fewest players that a game allows.

    Raises:
        InputFault: there is no such game.
        MissingFault: python-chess, the reference, isn't installed.
    """
    if find_spec("chess") is None:
        raise MissingFault(
            "the reference python-chess isn't installed; `pip install 'boardwarden[lab]'` brings it"
        )
    import chess  # noqa: PLC0415 - a reference of the test requirements, not of the program

    game = open_game(name, load_board(usual_board(name)), Ruleset())
    setup = _smallest(game)
    seats = seats_of(game, game.initial(setup))
    played: dict[str, list[int]] = {"random": [], "greedy": []}

    def play(bot: Bot, most: int) -> None:
        record = play_match(
            game, dict.fromkeys(seats, bot), len(played[bot.name]), setup=setup, actions_max=most
        )
        played[bot.name].append(len(record.actions))

    middlegames = [chess.Board(fen) for fen in CHESS_MIDDLEGAMES]

    def list_chess() -> None:
        for _ in range(CHESS_LISTS):
            for board in middlegames:
                list(board.legal_moves)

    times = measure(
        {
            "random": lambda: play(open_bot("random"), RANDOM_ACTIONS),
            "greedy": lambda: play(open_bot("greedy"), GREEDY_ACTIONS),
            "chess": list_chess,
        },
        rounds=ROUNDS,
    )
    moves = CHESS_LISTS * sum(board.legal_moves.count() for board in middlegames) * ROUNDS
    spent = {what: sum(one.rounds_s) for what, one in times.items()}
    actions = sum(played["random"][1:]) / spent["random"]
    chess_rate = moves / spent["chess"]
    sizes, listing = _listed(game, setup)
    return [
        {"what": f"{name}: players", "value": len(seats)},
        {"what": f"{name}: random actions a CPU second", "value": round(actions)},
        {"what": f"{name}: greedy matches a CPU second", "value": round(ROUNDS / spent["greedy"], 2)},
        {"what": f"{name}: actions in a greedy match", "value": round(sum(played["greedy"][1:]) / ROUNDS)},
        {"what": f"{name}: legal actions in a position", "value": round(sum(sizes) / len(sizes), 1)},
        {"what": f"{name}: ms to list them, median", "value": round(listing[len(listing) // 2], 3)},
        {"what": f"{name}: ms to list them, 95 %", "value": round(listing[int(0.95 * len(listing))], 3)},
        {"what": "legal moves a CPU second, python-chess middlegame", "value": round(chess_rate)},
        {"what": "ratio, random actions to moves", "value": round(actions / chess_rate, 4)},
    ]


def _smallest(game: Game[Any, Any]) -> Entry | None:
    """Return the opening for the fewest players; None: the game knows only one."""
    openings = game.openings()
    return entry_of(openings[min(openings, key=len)]) if openings else None


def _listed(game: Game[Any, Any], setup: Entry | None) -> tuple[list[int], list[float]]:
    """Return the numbers of legal actions in random positions, and the sorted times to list them, in ms."""
    sizes, times = list[int](), list[float]()
    chance = Random(1)  # noqa: S311 - fixed walks, not a secret
    while len(sizes) < LISTED:
        state = game.initial(setup)
        for _ in islice(iter(int, 1), LISTED):
            chooser = game.decider(state).chooser
            if chooser is Chooser.NOBODY or len(sizes) >= LISTED:
                break
            if chooser is Chooser.CHANCE:
                state = game.apply(state, draw(game, state, chance))
                continue
            began = process_time()
            actions = game.legal_actions(state)
            times.append(1000 * (process_time() - began))
            sizes.append(len(actions))
            state = game.apply(state, chance.choice(actions))
    return sizes, sorted(times)
