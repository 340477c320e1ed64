"""From a scene to a look: trusted pieces, uncertain cells, blind cells, and pieces that have left.

A look's confidence in cells without a piece comes from measures in the picture. They are probabilities, 0..1;
0.5 is a toss-up.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.core.ids import Cell, PieceId
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from vision.board.field import Floats
from vision.board.outlines import boxes_about, cover_of
from vision.board.placed import Mountains, Placed
from vision.cells.belief import Believed
from vision.cells.doubts import STRANGE_SHARE, Doubted
from vision.change.background_subtraction import levelled, shaded
from vision.change.small_picture import patched
from vision.known.background import Reference
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.ink import StrayLabels
from vision.motion.covered import PIECE_MARGIN_MM, Covered
from vision.pictures.frame import Box


@dataclass(frozen=True, slots=True, eq=False)
class CellMeasures:
    """The measures of each cell, `(cells,)`, 0..1."""

    clear: Floats
    """The probability that a label in it is read, or at least noticed: `Clarity.cells`."""
    hidden: Floats
    """The part of it that is covered by a hand, out of the picture, or without its lines."""
    behind: Floats
    """The part of it that pieces occlude."""
    strange: Floats
    """The part of it that shows something unexplained."""
    limit: float
    """The least unexplained part of a cell that makes it uncertain: `STRANGE_SHARE`."""
    label: float
    """The part of a cell that the smallest piece's label covers."""
    shown: Mapping[int, float]
    """The likeness to a label of any other uncertain thing in a cell, 0..1, by the cell's index."""

    def empty(self) -> Floats:
        """Return the probability of each cell to be empty, if nothing is seen in it."""
        strange = np.minimum(1.0, self.strange / self.limit)
        return self.clear * (1.0 - self.hidden) * (1.0 - self.behind) * (1.0 - strange / 2)

    def something(self) -> Floats:
        """Return the probability of each cell to have something in it, if it is called uncertain."""
        shown = np.zeros(len(self.clear))
        for cell, score in self.shown.items():
            shown[cell] = score
        return _at_least_half(np.maximum(self.strange / self.label, shown))

    def blind(self) -> Floats:
        """Return the probability of each cell to be out of sight, if it is called blind."""
        return _at_least_half(np.maximum(self.hidden, 1.0 - self.clear))

    def confidences(
        self,
        cells: Sequence[Cell],
        *,
        seen: Collection[Cell],
        unsure: Collection[Cell],
        blind: Collection[Cell],
    ) -> dict[Cell, float]:
        """Return the confidence of a look in each cell, except cells that have only seen pieces."""
        empty, something, hidden = self.empty(), self.something(), self.blind()
        return {
            cell: round(float((hidden if cell in blind else something if cell in unsure else empty)[i]), 2)
            for i, cell in enumerate(cells)
            if cell in blind or cell in unsure or cell not in seen
        }


def _at_least_half(share: Floats) -> Floats:
    return 0.5 + np.clip(share, 0.0, 1.0) / 2


@dataclass(frozen=True, slots=True, eq=False)
class LookInput:
    """Everything that was found in a scene."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    pieces_now: Believed
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
    cells, over, believed = table.board.surface.cells, covered.over, pieces_now.pieces
    read = {one.seen.cell for one in believed}
    hidden = {
        cell for i, cell in enumerate(cells) if over.blind[i] and not (over.by_lines[i] and cell in read)
    }
    measured = CellMeasures(
        clear=scene.clarity.cells,
        hidden=over.share,
        behind=pieces_now.behind,
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
            backs=pieces_now.backs,
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
    pieces_now: Believed
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
    seen_now = {one.seen.piece: one for one in pieces_now.pieces}
    hidden_pieces = [
        one for piece, one in given.placed.items() if piece not in doubted.gone and piece not in seen_now
    ]
    lying = {one.seen.piece: one for one in hidden_pieces} | seen_now
    boxes = boxes_about(lying, scene.camera, scene.small.factor)
    reference = given.reference
    # The shadow of an arm comes before the arm. So only a still picture is taken for the bare board. The very
    # first one is taken if the lines prove that there is no hand.
    if (
        not over.has_hand
        and not scene.unclear.all()
        and (given.steady or (before is None and covered.shows_lines))
    ):
        # Where a piece has left, a darker place is the board beneath, not a shadow.
        foreign = doubted.strange | over.hand
        if covered.comparison.compared is not None:
            foreign |= shaded(covered.comparison.compared) & ~covered.explained
        # Things over a piece that hasn't left don't belong to the bare board.
        foreign |= cover_of(scene.camera, hidden_pieces, PIECE_MARGIN_MM, scene.shape, scene.small.factor)
        # Cards, read or not, and things with unread labels may be taken away.
        things = np.isin(scene.ground.labels, list(given.stray.cells))
        if scene.cards is not None:
            things |= scene.cards
        lines, pieces = covered.comparison.lines, tuple(lying.values())
        reference = Reference(scene.small, lines, pieces, things, over.veiled)
        if before is not None:
            # Pixels that are foreign aren't taken for the board. Otherwise an unexplained thing would be
            # forgotten at the next look, and an arm that leaves over the margin would look like another arm
            # that comes.
            wide = cv2.dilate(foreign.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
            reference = replace(
                reference,
                picture=patched(scene.small, levelled(before.picture, scene.small), wide),
                lines=np.maximum(before.lines, lines),
            )
    rocks = {piece: at for piece, at in pieces_now.rocks.items() if piece not in doubted.gone}
    return BoardMemory(reference, lying, rocks, boxes)
