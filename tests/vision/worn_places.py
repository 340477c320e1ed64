"""How far off badly read labels are, on rendered boards: `python -m tests.vision.worn_places`.

The reason beside `vision.board.piece_squares.INEXACT_MM` names these lines.
"""

import sys
from collections.abc import Iterator
from math import hypot
from random import Random

from tests.vision.boards import Scene, at, board, mountains, pieces
from vision.board.piece_squares import EXACT_SCORE
from vision.look.reader import BoardReader
from vision.render.conditions import Conditions

SHEETS = ((0.3, 0.55), (0.5, 0.55), (0.5, 0.9), (0.7, 0.55), (0.4, 1.0))
"""The wear of the labels, 0..1, and the lens's blur, px."""


def lines() -> Iterator[str]:
    """Yield one line for each board."""
    for seed, (worn, blur_px) in enumerate(SHEETS, 1):
        rng, placed = Random(seed), mountains()  # noqa: S311  # drawn places, no secret
        cells = [str(cell) for cell in board().surface.cells]
        rng.shuffle(cells)
        rocks = {one.piece.id.rpartition(".")[2] for one in placed}
        free = iter([cell for cell in cells if cell not in rocks])
        moved = [piece for piece, one in pieces().pieces.items() if one.kind.is_moved][:50]
        where = {}
        for piece in moved:
            off = (rng.uniform(-12, 12), rng.uniform(-12, 12))
            placed.append(at(piece, next(free), off=off, turned=rng.uniform(0, 360)))
            where[piece] = placed[-1].x_mm, placed[-1].y_mm
        scene = Scene(conditions=Conditions(worn=worn, blur_px=blur_px, seed=seed))
        look = BoardReader(board(), pieces(), source="camera").read(scene.shoot(placed))
        off_mm = [
            hypot(one.x_mm - where[one.piece][0], one.y_mm - where[one.piece][1])
            for one in look.pieces.seen
            if one.piece in where and one.confidence < EXACT_SCORE
        ]
        worst = max(off_mm, default=0.0)
        yield f"wear {worn}, blur {blur_px} px: {len(off_mm)} read badly, off by {worst:.2f} mm at most"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
