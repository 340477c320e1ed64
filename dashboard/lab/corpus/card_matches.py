"""Plays the corpus of simulated matches of a game with cards; players and sensors follow from the seed."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from dashboard.lab.corpus.card_evening import CardEvening, CardManners
from dashboard.lab.corpus.eyes import CorpusEyes, Faults
from dashboard.lab.corpus.hands import CorpusHands
from dashboard.lab.corpus.seams import Looking
from dashboard.lab.corpus.tally import Tally
from dashboard.lab.corpus.zone_reader import ZoneReader
from engine.bots.registry import open_bot
from engine.core.board import Board, load_board
from engine.core.draws import DrawSource
from engine.core.game import Ruleset
from engine.core.ids import Cell
from engine.core.surfaces.surface import ZoneKind
from engine.games.registry import open_game, usual_board

MATCH_ACTIONS = 80
"""The most actions of a match; most matches end earlier."""

USUAL = CardManners()

_FAULTS = Faults(leans=0.002)
_READ = 2
"""The number of slots with a reader beneath them, at every third table."""


def play_card_corpus(
    name: str,
    seeds: Iterable[int],
    *,
    actions_max: int = MATCH_ACTIONS,
    manners: CardManners = USUAL,
) -> tuple[Tally, Counter[str]]:
    """Play a match for each seed; return the referee's counts, and the counts of situations by description.

    Odd seeds have one camera over the whole table. Even seeds have two cameras with a part each. Every third
    seed also has readers beneath some slots.
    """
    board = load_board(usual_board(name))
    tally, occurred = Tally(), Counter[str]()
    for seed in seeds:
        game = open_game(name, board, Ruleset())
        chance = Random(f"{seed}/hands and eyes")  # noqa: S311 - a simulation, not a secret
        with TemporaryDirectory() as folder:
            evening = CardEvening(
                game=game,
                bots={one.seat: open_bot("random") for one in game.view(game.initial(None), None).seats},
                seed=seed,
                hands=CorpusHands(board.surface, chance, {}),
                eyes=(*_cameras(board, seed, chance), *_readers(board, seed, chance)),
                tally=tally,
                draws=DrawSource.SEEN,
                folder=Path(folder),
                card_manners=manners,
                occurred=occurred,
            )
            evening.play(actions_max)
    return tally, occurred


def _cells(board: Board, *kinds: ZoneKind) -> tuple[Cell, ...]:
    return tuple(cell for zone in board.surface.zones if zone.kind in kinds for cell in zone.cells)


def _cameras(board: Board, seed: int, chance: Random) -> tuple[Looking, ...]:
    cells, piles = board.surface.cells, frozenset(_cells(board, ZoneKind.PILE))
    if seed % 2:
        return (CorpusEyes("camera", cells, chance, faults=_FAULTS, piles=piles),)
    # Both cameras see the middle third.
    ordered = sorted(cells, key=board.surface.centre_mm)
    third = len(ordered) // 3
    parts = {"left camera": ordered[: 2 * third], "right camera": ordered[third:]}
    return tuple(
        CorpusEyes(source, tuple(part), chance, faults=_FAULTS, piles=piles, covers=frozenset(part))
        for source, part in parts.items()
    )


def _readers(board: Board, seed: int, chance: Random) -> tuple[Looking, ...]:
    slots = _cells(board, ZoneKind.SLOTS)[:_READ] if seed % 3 == 0 else ()
    return tuple(ZoneReader(f"reader {cell}", (cell,), chance) for cell in slots)
