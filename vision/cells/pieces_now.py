"""The pieces in a scene by their tags, and the decision which tags are trusted.

The backs of cards keep their ids while they lie still.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from engine.core.ids import PieceId
from engine.core.observations import Backs
from vision.board.field import Floats, cell_share
from vision.board.outlines import cover_of
from vision.board.placed import ON_ROCK_MM, DoubtfulRead, Mountains, Placed, Reason, is_same_place
from vision.board.places import place_tags
from vision.known.memory import PiecesBefore
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
class PiecesNow:
    """The pieces on the board by their tags."""

    placed: tuple[Placed, ...]
    """The pieces that are read, at their places."""
    doubts: tuple[DoubtfulRead, ...]
    """The tags that aren't trusted, and the cells where their pieces may lie."""
    rocks: Mountains
    """The positions of the rocks, read now or remembered, mm."""


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
class PlacesInput:
    """A scene's tags, and the pieces at their last places."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    before: PiecesBefore
    """The pieces and rocks as they were last seen."""
    table: Knowledge
    """The board and the pieces."""


def pieces_now_of(given: PlacesInput) -> PiecesNow:
    """Return the pieces of a scene's tags, none of them trusted yet."""
    scene, before, table = given.scene, given.before, given.table
    rocks = before.rocks
    found, doubts = place_tags(scene.tags.pieces, scene.camera, table.board, table.pieces, rocks)
    placed = _with_backs_known(found, before.placed)
    return PiecesNow(tuple(placed), tuple(doubts), _mountains(rocks, placed))


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


def _mountains(before: Mountains, placed: Sequence[Placed]) -> Mountains:
    """Return the positions of the rocks now: where they are seen, else where they were."""
    found = dict(before)
    for one in placed:
        if one.kind.is_rock:
            found[one.seen.piece] = (one.seen.x_mm, one.seen.y_mm)
        elif one.kind.is_scenery:
            # Print that shows has no rock on it.
            near = [
                p for p, (x, y) in found.items() if hypot(x - one.seen.x_mm, y - one.seen.y_mm) < ON_ROCK_MM
            ]
            for piece in near:
                del found[piece]
    return found


def _with_backs_known(placed: Sequence[Placed], before: Mapping[PieceId, Placed]) -> tuple[Placed, ...]:
    """Return the placed cards. A back keeps the id that it had at its place; a new back gets a new id."""
    lay = {piece: one for piece, one in before.items() if one.back is not None}
    found = [one for one in placed if one.back is None]
    new: list[Placed] = []
    for one in placed:
        if one.back is None:
            continue
        same = (p for p, was in lay.items() if was.back == one.back and _lies_as(was, one, p))
        known = next(same, None)
        if known is None:
            new.append(one)
        else:
            del lay[known]
            found.append(_called(one, known))
    taken = {*before, *(one.seen.piece for one in found)}
    number = 0
    for one in new:
        while (piece := PieceId(f"{one.back}@{number}")) in taken:
            number += 1
        taken.add(piece)
        found.append(_called(one, piece))
    return tuple(found)


def _lies_as(was: Placed, now: Placed, piece: PieceId) -> bool:
    return is_same_place(was.seen, replace(now.seen, piece=piece))


def _called(one: Placed, piece: PieceId) -> Placed:
    return replace(one, seen=replace(one.seen, piece=piece))
