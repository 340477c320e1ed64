"""The corpus of simulated matches: which game, who plays, with which eyes; all by seed."""

from collections.abc import Iterable
from random import Random

from dashboard.bench.corpus.evening import Evening
from dashboard.bench.corpus.eyes import Eyes
from dashboard.bench.corpus.hands import Hands
from dashboard.bench.corpus.tally import Tally
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces
from engine.games.registry import open_game

GAME, BOARD, PIECES = "dozen_war", "mativen", "mativen-pieces"
MATCH_ACTIONS = 450
"""Whole matches: bots need some 450 actions for 32 turns."""


def play_corpus(seeds: Iterable[int], *, actions_max: int = MATCH_ACTIONS) -> Tally:
    """Play a match a seed and return what the referee did. Odd seeds have two cameras, even ones one."""
    board, pieces = load_board(BOARD), load_pieces(PIECES)
    game = open_game(GAME, board, Ruleset())
    tally = Tally()
    for seed in seeds:
        state = game.initial(None)
        chance = Random(f"{seed}/hands and eyes")  # noqa: S311 - a simulation, not a secret
        ground = frozenset(
            piece
            for piece in game.pieces(state)
            if pieces.pieces[pieces.physical_id(piece)].kind.shape in ("rock", "printed")
        )
        names = ("camera", "second camera") if seed % 2 else ("camera",)
        evening = Evening(
            game=game,
            bots={one.seat: open_bot("greedy") for one in game.view(state, None).seats},
            seed=seed,
            hands=Hands(board.surface, chance, {}),
            eyes=tuple(Eyes(name, board.surface.cells, chance, ground) for name in names),
            tally=tally,
        )
        evening.play(actions_max)
    return tally
