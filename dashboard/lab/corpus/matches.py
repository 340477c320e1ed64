"""Plays the corpus of simulated matches of Dozen War; players and sensors follow from the seed."""

from collections.abc import Iterable
from random import Random

from dashboard.lab.corpus.evening import Evening, Manners
from dashboard.lab.corpus.eyes import CorpusEyes
from dashboard.lab.corpus.hands import CorpusHands, HandHabits
from dashboard.lab.corpus.seams import Looking
from dashboard.lab.corpus.senses import (
    OFTEN_NUDGED,
    SLOW_ROUND_S,
    Beneath,
    Blindfolded,
    Senses,
    broken_board,
)
from dashboard.lab.corpus.tally import Tally
from dashboard.lab.corpus.underside import HITCHING, Underside
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.core.pieces import PieceSet, load_pieces
from engine.games.registry import open_game

GAME, BOARD, PIECES = "dozen_war", "mativen", "mativen-pieces"
MATCH_ACTIONS = 450
"""The most actions of a match: bots need about 450 for 32 turns."""


def _with_magnets(pieces: PieceSet) -> frozenset[PieceId]:
    """Return all ids that a match may have for pieces with a magnet."""
    felt = [name for name, piece in pieces.pieces.items() if piece.kind.is_moved]
    return frozenset(felt) | {PieceId(f"{seat}.{name}") for seat in "wsen" for name in felt}


def play_corpus(
    seeds: Iterable[int],
    *,
    actions_max: int = MATCH_ACTIONS,
    senses: Senses = Senses.CAMERA,
    on: str = BOARD,
) -> Tally:
    """Play a match for each seed, and return the referee's counts.

    Odd seeds have two cameras, even seeds one. `senses` are the table's sensors, and `on` is its board.
    """
    board, pieces = load_board(on), load_pieces(f"{on}-pieces")
    game = open_game(GAME, board, Ruleset())
    tally = Tally()
    for seed in seeds:
        state = game.initial(None)
        chance = Random(f"{seed}/hands and eyes")  # noqa: S311 - a simulation, not a secret
        kinds = {piece: pieces.pieces[pieces.physical_id(piece)].kind for piece in game.pieces(state)}
        ground = frozenset(piece for piece, kind in kinds.items() if kind.is_scenery)
        names = ("camera", "second camera") if seed % 2 else ("camera",)
        eyes: list[Looking] = [CorpusEyes(name, board.surface.cells, chance, ground) for name in names]
        if senses is Senses.BLINDED:
            eyes = [Blindfolded(one, chance) for one in eyes if isinstance(one, CorpusEyes)]
        magnets = _with_magnets(pieces)
        layout = game.layout(state)
        readers = tuple(
            sorted(
                {spot.cell for one, spot in layout.items() if "mountain" not in one and one not in magnets}
            )
        )
        beneath = Beneath(magnets, frozenset(readers if senses.reads else ()))
        if senses.feels:
            underside = Underside(
                board.surface,
                Random(f"{seed}/underside"),  # noqa: S311 - likewise
                magnets,
                readers if senses.reads else (),
                rocks=frozenset(piece for piece, kind in kinds.items() if kind.is_rock),
            )
            if senses is Senses.BOARD_DIES:
                underside.dies_at = 1000.0 + actions_max
            if senses.hitches:
                underside.electronics = HITCHING
            if senses is Senses.SLOW_READERS:
                underside.round_s = SLOW_ROUND_S
            if senses is Senses.CONTRADICTING:
                underside.broken = broken_board(board.surface, readers, magnets, underside.chance)
            underside.stuck_to(magnets)
            eyes = [underside, *(eyes if senses.sees else ())]
        habits = HandHabits(nudges=OFTEN_NUDGED) if senses is Senses.NUDGED else HandHabits()
        evening = Evening(
            game=game,
            bots={one.seat: open_bot("greedy") for one in game.view(state, None).seats},
            seed=seed,
            hands=CorpusHands(board.surface, chance, {}, habits),
            eyes=tuple(eyes),
            tally=tally,
            manners=Manners() if senses is not Senses.SWITCHES else Manners(swaps=0.0),
            tells=None if senses.sees else beneath.tells,
        )
        evening.play(actions_max)
    return tally
