"""Tags that are the board's own print: their place hasn't changed since their cell was seen empty."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.core.ids import Cell, PieceId
from vision.board.outlines import cover
from vision.board.piece_squares import EXACT_SCORE
from vision.board.placed import Placed
from vision.change.difference import changed
from vision.known.memory import BoardBefore
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.pictures.frame import Mask
from vision.tags.tag import Tag

_NEW = 0.1
"""The least part of a tag's place that differs once a piece has come there. In a film on a photograph it was
0.85 and more, and up to 0.04 for print without a shadow or hand over it."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintInput:
    """A scene of a board that is printed all over, and what is known of it from before."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    board: BoardBefore
    """The bare board, and the table at rest."""
    placed: Mapping[PieceId, Placed]
    """The pieces at their last places."""
    table: Knowledge
    """The board's cells."""


def without_misread(given: PrintInput) -> Scene:
    """Return a scene without tags that are print, on a board that is printed all over.

    Such a tag has a low score. Its cell was once clear, and was clear again when the table was last at rest.
    No known piece lay there, and nothing has changed there since the bare board was seen.
    """
    scene, before, rest = given.scene, given.board.reference, given.board.rest
    weak = [tag for tag in scene.tags.pieces if tag.score < EXACT_SCORE]
    if not weak or before is None or rest is None:
        return scene
    new, clear = changed(before.picture, scene.small), given.board.clear.difference(rest.unsure)
    lay = (*given.placed.values(), *before.pieces)
    misread = {
        id(tag)
        for tag in weak
        if _was_clear(tag, scene, clear, given.table)
        and not _had_piece(tag, lay)
        and _share_within(tag, new, scene.small.factor) < _NEW
    }
    if not misread:
        return scene
    kept = tuple(tag for tag in scene.tags.pieces if id(tag) not in misread)
    return replace(scene, tags=replace(scene.tags, pieces=kept))


def _was_clear(tag: Tag, scene: Scene, clear: Collection[Cell], table: Knowledge) -> bool:
    column, row = (round(float(at)) for at in tag.centre / scene.small.factor)
    rows, columns = scene.ground.labels.shape
    if not (0 <= row < rows and 0 <= column < columns):
        return False
    cell = int(scene.ground.labels[row, column])
    return cell >= 0 and table.board.surface.cells[cell] in clear


def _had_piece(tag: Tag, pieces: Iterable[Placed]) -> bool:
    return any(float(np.linalg.norm(one.tag.centre - tag.centre)) < tag.side_px for one in pieces)


def _share_within(tag: Tag, new: Mask, factor: int) -> float:
    """Return the part of a tag's place that has changed."""
    place = cover([tag.corners], (new.shape[0], new.shape[1]), factor)
    return float(new[place].mean()) if place.any() else 1.0
