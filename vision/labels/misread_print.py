"""Tags that are read in the board's own print: what hasn't changed since its cell was empty is none."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from engine.core.ids import Cell
from vision.board.outlines import cover
from vision.board.places import EXACT_SCORE
from vision.change.difference import changed
from vision.known.background import Reference
from vision.known.memory import ReadingState
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.pictures.frame import Mask
from vision.tags.decoder import Tag

_NEW = 0.1
"""The part of a tag's place that differs at least once a piece has come there: in a film
on a photograph 0.85 and more, and of print up to 0.04 where no shadow or hand was over it."""


def without_misread(scene: Scene, state: ReadingState, table: Knowledge) -> Scene:
    """Return a scene without tags that are print, on a board that is printed all over.

    Such a tag is read badly, in a cell that was in no doubt once and wasn't when the table was last at rest,
    where no piece is known to have lain, and nothing has changed there since the board was seen alone.
    """
    before, rest = state.board.reference, state.board.rest
    weak = [tag for tag in scene.tags.pieces if tag.score < EXACT_SCORE]
    if not (state.labels.printed and weak) or before is None or rest is None:
        return scene
    new, clear = changed(before.picture, scene.small), state.board.clear.difference(rest.unsure)
    misread = {
        id(tag)
        for tag in weak
        if _was_clear(tag, scene, clear, table)
        and not _had_piece(tag, state, before)
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


def _had_piece(tag: Tag, state: ReadingState, before: Reference) -> bool:
    pieces = (*state.pieces.placed.values(), *before.pieces)
    return any(float(np.linalg.norm(one.tag.centre - tag.centre)) < tag.side_px for one in pieces)


def _share_within(tag: Tag, new: Mask, factor: int) -> float:
    """Return how much of a tag's place has changed."""
    place = cover([tag.corners], (new.shape[0], new.shape[1]), factor)
    return float(new[place].mean()) if place.any() else 1.0
