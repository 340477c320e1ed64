"""Tags that are read in the board's own print: what hasn't changed since its cell was empty is none."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.core.ids import Cell, PieceId
from vision.board.outlines import cover
from vision.board.places import EXACT_SCORE, Placed
from vision.change.difference import changed
from vision.known.memory import BoardBefore
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.pictures.frame import Mask
from vision.tags.tag import Tag

_NEW = 0.1
"""The part of a tag's place that differs at least once a piece has come there: in a film
on a photograph 0.85 and more, and of print up to 0.04 where no shadow or hand was over it."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintInput:
    """A scene, and what is known of its board from before."""

    scene: Scene
    """The picture, its tags, and how the board lies in it."""
    board: BoardBefore
    """The board alone, and the table at rest."""
    printed: bool
    """Whether the board's print looks like labels."""
    placed: Mapping[PieceId, Placed]
    """The pieces as they lay."""
    table: Knowledge
    """The board's cells."""


def without_misread(given: PrintInput) -> Scene:
    """Return a scene without tags that are print, on a board that is printed all over.

    Such a tag is read badly, and its cell was clear: once, and again when the table was last at rest. No
    piece is known to have lain there, and nothing has changed there since the board was seen alone.
    """
    scene, before, rest = given.scene, given.board.reference, given.board.rest
    weak = [tag for tag in scene.tags.pieces if tag.score < EXACT_SCORE]
    if not (given.printed and weak) or before is None or rest is None:
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
    """Return how much of a tag's place has changed."""
    place = cover([tag.corners], (new.shape[0], new.shape[1]), factor)
    return float(new[place].mean()) if place.any() else 1.0
