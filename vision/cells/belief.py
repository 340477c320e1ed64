"""The decision which pieces are trusted to be where they are read: a piece may be in a hand."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.ids import PieceId
from engine.core.observations import Backs
from vision.board.field import Floats, cell_share
from vision.board.outlines import cover_of
from vision.board.placed import DoubtfulRead, Mountains, Placed, Reason, is_same_place
from vision.cells.places import PiecesNow
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.motion.covered import Covered

_HAND_MARGIN_MM = 12.0
"""The margin around a piece for a hand, mm: half of a fingertip, which is some 24 mm long to its first joint.
If a fingertip has the board's colour and lies half on a piece, the visible part of the hand begins this far
from the piece."""

_LIES_AS_IT_LAY_MM = 0.4
"""Noise moves a piece by less than this, mm. A piece that was pushed, and that moved by less, is still
pushed."""


@dataclass(frozen=True, slots=True, eq=False)
class Believed:
    """The pieces on the board, with those that are trusted to be where they are read."""

    placed: tuple[Placed, ...]
    """The pieces that are read, at their places."""
    doubts: tuple[DoubtfulRead, ...]
    """The tags that aren't trusted, and the cells where their pieces may lie."""
    rocks: Mountains
    """The positions of the rocks, read now or remembered, mm."""
    pieces: tuple[Placed, ...]
    """The pieces that are trusted."""
    backs: tuple[Backs, ...] | None
    """The number of each back in each cell; None if no piece of the set shares its back."""
    behind: Floats
    """The part of each cell that trusted pieces occlude, 0..1, `(cells,)`."""


@dataclass(frozen=True, slots=True, eq=False)
class BeliefInput:
    """A scene with its pieces and hands, and the pieces at their last places."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    pieces_now: PiecesNow
    """The pieces at their places, none trusted yet."""
    covered: Covered
    """The things that occlude the board."""
    placed: Mapping[PieceId, Placed]
    """The pieces at their last places."""
    is_first: bool
    """Whether the bare board hasn't been seen yet."""
    table: Knowledge
    """The board and the pieces."""


def believed_in(given: BeliefInput) -> Believed:
    """Return the pieces with those that are trusted; a piece that may be in a hand becomes a doubt.

    A piece in a hand floats above the board, so its rays are cut with the wrong plane. A piece at its old
    place is trusted even beside a hand. A new one has to be away from everything that changed. Hidden lines
    alone don't speak against a tag that shows, except in the first picture: there a hand may hold it.
    """
    scene, pieces_now, over = given.scene, given.pieces_now, given.covered.over
    camera, shape, factor = scene.camera, scene.shape, scene.small.factor
    believed: list[Placed] = []
    held: list[DoubtfulRead] = []
    for one in pieces_now.placed:
        before = given.placed.get(one.seen.piece)
        if before is not None and is_same_place(before.seen, one.seen):
            near = is_same_place(before.seen, one.seen, within_mm=_LIES_AS_IT_LAY_MM)
            lay = near or one.seen.edge is None
            believed.append(replace(one, seen=replace(one.seen, edge=before.seen.edge)) if lay else one)
            continue
        cell = given.table.board.surface.index[one.seen.cell]
        # Fingers of the board's own colour don't show. So all cells next to the rest of a hand count too.
        touched = bool((cover_of(camera, [one], _HAND_MARGIN_MM, shape, factor) & over.hand).any())
        if touched or over.changed[cell] or (given.is_first and over.near_hand[cell]):
            held.append(DoubtfulRead(one.tag.id, (one.seen.cell,), Reason.HAND))
        else:
            believed.append(one)
    backs: tuple[Backs, ...] | None = None
    if given.table.pieces.backs:
        there = Counter((one.seen.cell, one.back) for one in believed if one.back is not None)
        backs = tuple(Backs(cell, back, number) for (cell, back), number in sorted(there.items()))
    return Believed(
        pieces_now.placed,
        (*pieces_now.doubts, *held),
        pieces_now.rocks,
        tuple(believed),
        backs,
        cell_share(cover_of(camera, believed, 0.0, shape, factor), scene.ground),
    )
