"""From a scene to a look: trusted pieces, uncertain cells, blind cells, and pieces that have left."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.core.ids import PieceId
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from vision.board.field import cell_share
from vision.board.outlines import boxes_about
from vision.board.places import Mountains, Placed
from vision.cells.cards import backs_of
from vision.cells.confidence import CellMeasures
from vision.cells.doubts import STRANGE_SHARE, Doubted
from vision.cells.pieces_now import PiecesNow
from vision.change.background_subtraction import levelled, shaded
from vision.change.small_picture import patched
from vision.known.background import Reference
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.unread_labels import StrayLabels
from vision.motion.covered import PIECE_MARGIN_MM, Covered, cover_of
from vision.pictures.frame import Box, Mask


@dataclass(frozen=True, slots=True, eq=False)
class LookInput:
    """Everything that was found in a scene."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    pieces_now: PiecesNow
    """The pieces at their places, and those that are trusted."""
    covered: Covered
    """The things that occlude the board."""
    doubted: Doubted
    """The uncertain cells and pieces."""
    steady: bool
    """Whether nothing moved."""
    moved: bool
    """Whether the camera moved."""
    table: Knowledge
    """The board and the pieces."""


def look_of(given: LookInput) -> Look:
    """Return the look that a scene gives."""
    scene, table, pieces_now = given.scene, given.table, given.pieces_now
    covered, doubted = given.covered, given.doubted
    cells, over, believed = table.board.surface.cells, covered.over, pieces_now.believed
    read = {one.seen.cell for one in believed}
    hidden = {
        cell for i, cell in enumerate(cells) if over.blind[i] and not (over.by_lines[i] and cell in read)
    }
    measured = CellMeasures(
        clear=scene.clarity.cells,
        hidden=over.share,
        behind=cell_share(cover_of(scene, believed, 0.0), scene.ground),
        strange=doubted.share,
        limit=STRANGE_SHARE,
        label=table.least_label_mm**2 / table.least_cell_mm2,
        shown=doubted.shown,
    )
    return Look(
        table.source,
        scene.frame.sequence,
        scene.frame.taken_at,
        LookPieces(
            tuple(sorted((one.seen for one in believed if one.back is None), key=lambda seen: seen.piece)),
            backs=backs_of(believed, table.pieces),
        ),
        LookCells(
            tuple(cell for cell in cells if cell in doubted.unsure and cell not in hidden),
            tuple(cell for cell in cells if cell in hidden),
            measured.confidences(cells, seen=read, unsure=doubted.unsure, blind=hidden),
        ),
        LookMotion(steady=given.steady, moved=given.moved),
    )


@dataclass(frozen=True, slots=True, eq=False)
class MemoryInput:
    """Everything that was found in a scene, and what was known before."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    pieces_now: PiecesNow
    """The pieces at their places, and those that are trusted."""
    covered: Covered
    """The things that occlude the board."""
    doubted: Doubted
    """The uncertain cells and pieces."""
    stray: StrayLabels
    """The labels that belong to no known piece."""
    steady: bool
    """Whether nothing moved."""
    reference: Reference | None
    """The bare board, as it was last seen."""
    placed: Mapping[PieceId, Placed]
    """The pieces at their last places."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardMemory:
    """The bare board, the pieces and the rocks, for the next frames."""

    reference: Reference | None
    """The bare board, as it was last seen."""
    placed: Mapping[PieceId, Placed]
    """The pieces in their places."""
    rocks: Mountains
    """The positions of the rocks."""
    boxes: Mapping[PieceId, Box]
    """The box of small pixels where each piece may show."""


def memory_after(given: MemoryInput) -> BoardMemory:
    """Return the bare board, the pieces and the rocks after a scene."""
    scene, pieces_now = given.scene, given.pieces_now
    covered, doubted = given.covered, given.doubted
    over, before = covered.over, covered.comparison.board
    seen_now = {one.seen.piece: one for one in pieces_now.believed}
    hidden_pieces = [
        one for piece, one in given.placed.items() if piece not in doubted.gone and piece not in seen_now
    ]
    lying = {one.seen.piece: one for one in hidden_pieces} | seen_now
    reference = given.reference
    # The shadow of an arm comes before the arm. So only a still picture is taken for the bare board. The very
    # first one is taken if the lines prove that there is no hand.
    if (
        not over.has_hand
        and not scene.unclear.all()
        and (given.steady or (before is None and over.shows_lines))
    ):
        # Where a piece has left, a darker place is the board beneath, not a shadow.
        foreign = doubted.strange | over.hand
        if covered.comparison.compared is not None:
            foreign |= shaded(covered.comparison.compared) & ~covered.explained
        # Things over a piece that hasn't left don't belong to the bare board.
        foreign |= cover_of(scene, hidden_pieces, PIECE_MARGIN_MM)
        things = _things(scene, given.stray.cells)
        shows = Reference(scene.small, covered.comparison.lines, tuple(lying.values()), things, over.veiled)
        reference = _reference(before, shows, foreign)
    rocks = {piece: at for piece, at in pieces_now.rocks.items() if piece not in doubted.gone}
    return BoardMemory(reference, lying, rocks, boxes_about(lying, scene.camera, scene.small.factor))


def _reference(before: Reference | None, now: Reference, foreign: Mask) -> Reference:
    """Return the bare board as it shows `now`.

    Pixels that are `foreign` aren't taken for the board. Otherwise an unexplained thing would be forgotten at
    the next look, and an arm that leaves over the margin would look like another arm that comes.
    """
    if before is None:
        return now
    wide = cv2.dilate(foreign.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    return replace(
        now,
        picture=patched(now.picture, levelled(before.picture, now.picture), wide),
        lines=np.maximum(before.lines, now.lines),
    )


def _things(scene: Scene, unread: Collection[int]) -> Mask:
    """Return the small pixels of cards, read or not, and of the cells, by index, with unread labels."""
    things = np.isin(scene.ground.labels, list(unread))
    return things if scene.cards is None else things | scene.cards
