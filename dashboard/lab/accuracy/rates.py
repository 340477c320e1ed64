"""Counts the pieces that settled looks have right, unsure, wrong and missed, and those that stay wrong."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dashboard.lab.accuracy.filmed_row import AccuracyShot, film
from dashboard.lab.accuracy.rows import AccuracyRow
from engine.core.board import Board
from engine.core.ids import PieceId
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.look.reader import BoardReader
from vision.look.scoring import Score, agreed, score_look


@dataclass(frozen=True, slots=True)
class Rates:
    """One row's counts of pieces and cells, over the last look of each pause unless said otherwise."""

    name: str
    """The row's name."""
    visible: int = 0
    """The number of visible pieces."""
    right: int = 0
    """The number of visible pieces that were seen as they lie."""
    unsure: int = 0
    """The number of visible pieces that weren't seen, in cells that were reported unsure or blind."""
    wrong: int = 0
    """The number of visible pieces that were seen in another place or state."""
    missed: int = 0
    """The number of visible pieces that weren't seen, in cells that were reported empty."""
    doubts: int = 0
    """The number of cells that were reported unsure or blind without a reason."""
    passing: int = 0
    """The number of wrong or missed pieces over all looks, also those during a movement."""
    lasting: tuple[str, ...] = ()
    """The pieces that were wrong or missed in two looks in a row, where nothing moved in the later one.

    Only such faults reach the referee.
    """

    @property
    def right_share(self) -> float:
        """The share of the visible pieces that were seen right, from 0 to 1."""
        return self.right / max(1, self.visible)

    def holds(self, row: AccuracyRow) -> bool:
        """Tell whether the rates reach the row's floor, and no fault is lasting."""
        return not self.lasting and self.right_share >= row.right


def measure_rows(
    rows: Iterable[AccuracyRow], board: Board, pieces: PieceSet, *, boards: int
) -> Iterator[Rates]:
    """Film and read a number of boards for each row, and yield each row's rates."""
    scenery = frozenset(one.id for one in pieces.pieces.values() if one.kind.is_scenery)
    for row in rows:
        rates = Rates(row.name)
        for seed in range(1, boards + 1):
            reader = BoardReader(board, pieces, source="bench")
            before: tuple[Look, Score] | None = None
            for shot in film(row, board, pieces, seed):
                look = reader.read(shot.frame)
                score = score_look(look, shot.truth, scenery=scenery)
                rates = _counted(rates, shot, look, score)
                rates = replace(
                    rates,
                    lasting=(
                        *rates.lasting,
                        *(f"board {seed}, {one}" for one in _lasting(before, look, score)),
                    ),
                )
                before = look, score
        yield rates


def _counted(rates: Rates, shot: AccuracyShot, look: Look, score: Score) -> Rates:
    rates = replace(rates, passing=rates.passing + len(score.wrong) + len(score.lost))
    if not shot.last:
        return rates
    lost, wrong = set(score.lost), set(score.wrong)
    missed = sum(piece in lost for piece in score.missed)
    hidden = {shot.truth.layout[piece].cell for piece in (*shot.truth.hidden, *score.missed)}
    return replace(
        rates,
        visible=rates.visible + score.visible,
        right=rates.right + score.right,
        unsure=rates.unsure + len(score.missed) - missed,
        missed=rates.missed + missed,
        wrong=rates.wrong + len(wrong),
        doubts=rates.doubts + len({*look.cells.unsure, *look.cells.blind} - hidden),
    )


def _lasting(before: tuple[Look, Score] | None, look: Look, score: Score) -> Iterator[str]:
    """Yield a text about each piece that both this still look and the one before misread or miss."""
    if before is None or not look.motion.steady:
        return
    same: set[PieceId] = {one.piece for one in agreed(before[0], look)}
    for piece in score.wrong:
        if piece in same:
            yield f"look {look.sequence}: {piece} seen where it isn't"
    for piece in score.lost:
        if piece in before[1].lost:
            yield f"look {look.sequence}: {piece} isn't seen and its cell called empty"
