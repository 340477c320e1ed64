"""Counts what settled looks have right, unsure, wrong and missed, and what stays wrong for long."""

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
    """One row's counts of pieces and cells. The looks are those that settled tables end with."""

    name: str
    """The row's name."""
    visible: int = 0
    """The visible pieces in those looks."""
    right: int = 0
    """Of these, the pieces that were seen as they lie."""
    unsure: int = 0
    """Of these, the pieces that weren't seen, but whose cells were said to be unsure or hidden."""
    wrong: int = 0
    """Of these, the pieces that were seen elsewhere or otherwise."""
    missed: int = 0
    """Of these, the pieces that weren't seen, and whose cells were called empty."""
    doubts: int = 0
    """The cells that are unsure or hidden though nothing in them is."""
    passing: int = 0
    """The pieces that were wrong or missed in any one look."""
    lasting: tuple[str, ...] = ()
    """The pieces that were so in two looks after each other, the later one still. That is what gets
    judged.
    """

    @property
    def right_share(self) -> float:
        """The part of the visible pieces that is seen right."""
        return self.right / max(1, self.visible)

    def holds(self, row: AccuracyRow) -> bool:
        """Tell whether the row's floor is held."""
        return not self.lasting and self.right_share >= row.right


def measure_rows(
    rows: Iterable[AccuracyRow], board: Board, pieces: PieceSet, *, boards: int
) -> Iterator[Rates]:
    """Film a number of boards a row, read them, and yield the rates row by row."""
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
    """Yield the pieces that this still look and the one before both misread or miss."""
    if before is None or not look.motion.steady:
        return
    same: set[PieceId] = {one.piece for one in agreed(before[0], look)}
    for piece in score.wrong:
        if piece in same:
            yield f"look {look.sequence}: {piece} seen where it isn't"
    for piece in score.lost:
        if piece in before[1].lost:
            yield f"look {look.sequence}: {piece} isn't seen and its cell called empty"
