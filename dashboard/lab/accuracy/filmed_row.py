"""Films one row with its truth: a still board, a hand that carries a piece, and the still board again."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from dashboard.lab.accuracy.boards import moved, scattered
from dashboard.lab.accuracy.rows import AccuracyRow
from dashboard.lab.camera_stand import view_of
from dashboard.simulator.footage_writer import HIDDEN_SHARE
from engine.core.board import Board
from engine.core.ids import Seconds
from engine.core.pieces import PieceSet
from vision.look.scoring import TrueFrame, TrueSpot
from vision.pictures.frame import Frame
from vision.render.hand import Hand
from vision.render.renderer import PieceTruth, Renderer
from vision.render.solids import PlacedPiece

_STILL = 3
_QUICK_FPS = 10.0
_AROUND_MM = 10.0


@dataclass(frozen=True, slots=True)
class AccuracyShot:
    """One picture of a film, with the truth about it."""

    frame: Frame
    """The picture."""
    truth: TrueFrame
    """The truth about it."""
    last: bool
    """Whether it's the last picture of a pause."""


@dataclass(frozen=True, slots=True)
class _Moment:
    placed: tuple[PlacedPiece, ...]
    """The pieces that lie on the table."""
    held: tuple[PlacedPiece, ...] = ()
    """The pieces in a hand."""
    hand: Hand | None = None
    """The hand over the table; None: there is none."""
    last: bool = False
    """Whether it's the last moment of a pause."""


def film(row: AccuracyRow, board: Board, pieces: PieceSet, seed: int) -> Iterator[AccuracyShot]:
    """Yield the pictures of one board under a row's conditions; the same seed gives the same pictures."""
    chance = random.Random(seed)  # noqa: S311  # chance for pictures, not for secrets
    renderer = Renderer(board, pieces, view_of(row, board), replace(row.conditions, seed=seed))
    placed = scattered(board, pieces, chance, count=row.count, crowd=row.crowd)
    for number, moment in enumerate(_moments(row, board, placed, chance), start=1):
        picture = renderer.render(moment.placed, held=moment.held, hand=moment.hand, number=number)
        content = np.frombuffer(renderer.jpeg(picture), np.uint8)
        image = np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)
        truth = renderer.truth(moment.placed, held=moment.held, hand=moment.hand)
        yield AccuracyShot(
            Frame(image, Seconds(number / row.fps), number),
            true_frame(truth, moment.held, settled=moment.hand is None),
            moment.last,
        )


def true_frame(truth: Sequence[PieceTruth], held: Sequence[PlacedPiece], *, settled: bool) -> TrueFrame:
    """Return the truth about a rendered picture, in the form of a line of `truth.jsonl`."""
    carried = {one.piece.id for one in held}
    lying = [
        (one, one.cell)
        for one in truth
        if one.cell is not None
        and one.placed.piece.id not in carried
        and not one.placed.piece.kind.is_scenery
    ]
    return TrueFrame(
        layout={
            one.placed.piece.id: TrueSpot(cell, one.placed.face, one.edge and not one.placed.piece.kind.fixed)
            for one, cell in lying
        },
        hidden=frozenset(one.placed.piece.id for one, _ in lying if one.hidden > HIDDEN_SHARE),
        settled=settled,
    )


def _moments(
    row: AccuracyRow, board: Board, placed: tuple[PlacedPiece, ...], chance: random.Random
) -> Iterator[_Moment]:
    yield from _still(placed)
    for _ in range(row.moves):
        movable = [one for one in placed if not one.piece.kind.is_rock]
        before = chance.choice(movable)
        rest = tuple(one for one in placed if one is not before)
        after = moved(board, placed, before, chance)
        yield from _gesture(row, placed, before, (*rest, after), chance)
        placed = (*rest, after)
        yield from _still(placed)


def _still(placed: tuple[PlacedPiece, ...]) -> Iterator[_Moment]:
    for n in range(_STILL):
        yield _Moment(placed, last=n == _STILL - 1)


def _gesture(
    row: AccuracyRow,
    placed: tuple[PlacedPiece, ...],
    before: PlacedPiece,
    after: tuple[PlacedPiece, ...],
    chance: random.Random,
) -> Iterator[_Moment]:
    """Yield the moments of a hand that takes a piece, carries it, and puts it down."""
    side = chance.choice((0.0, 90.0, 180.0, 270.0)) + chance.uniform(-30, 30)
    spread = chance.uniform(0.1, 0.7)

    def arm(x_mm: float, y_mm: float, height_mm: float = 12.0) -> Hand:
        x, y = (at + chance.uniform(-_AROUND_MM, _AROUND_MM) for at in (x_mm, y_mm))
        return Hand(x, y, side, height_mm, spread)

    steps = 2 if row.fps < _QUICK_FPS else 8
    rest = tuple(one for one in placed if one is not before)
    there = after[-1]
    yield _Moment(placed, hand=arm(before.x_mm, before.y_mm))
    for n in range(steps):
        share = (n + 1) / (steps + 1)
        x = before.x_mm + share * (there.x_mm - before.x_mm)
        y = before.y_mm + share * (there.y_mm - before.y_mm)
        lift = chance.uniform(15, 60)
        held = replace(before, x_mm=x, y_mm=y, lift_mm=lift)
        yield _Moment(rest, (held,), arm(x, y, lift + 6))
    hand = arm(there.x_mm, there.y_mm)
    for _ in range(_STILL if row.rests else 1):
        yield _Moment(after, hand=hand)
