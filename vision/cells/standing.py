"""The things that stand in a scene: what tags say, what hides the board, and which tags are believed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from vision.board.field import Flags
from vision.board.outlines import cover, outlines_px
from vision.board.places import ON_ROCK_MM, DoubtfulRead, Mountains, Placed, Reason, is_same_place, place_tags
from vision.board.printed_lines import lines_in
from vision.cells.cards import with_backs_known
from vision.known.background import Reference
from vision.known.memory import PiecesBefore, ReadingState
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.motion.occlusion import Cover, find_cover
from vision.motion.relighting import Beside, beside_board
from vision.pictures.frame import Mask

PIECE_MARGIN_MM = 7.0
"""So far about a piece, its sides and its foot may have changed what shows."""

_HAND_MARGIN_MM = 12.0
_LINE_COVERED = 0.25
_LIES_AS_IT_LAY_MM = 0.4
"""Noise moves a piece by less: what was pushed is pushed still."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Everything that stands on the board, as its tags say."""

    placed: tuple[Placed, ...]
    """The pieces that are read, each in its place."""
    doubts: tuple[DoubtfulRead, ...]
    """The tags that aren't believed, and where their pieces may lie."""
    rocks: Mountains
    """Where the rocks stand, read now or remembered, mm."""
    believed: tuple[Placed, ...] = ()
    """The pieces that do lie where they are read; none before `with_believed`."""


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """A scene beside the board alone, and the things that hide the board."""

    beside: Beside
    """The comparison with the board alone."""
    explained: Mask
    """The small pixels that pieces may have changed."""
    lines_bare: Flags
    """The lines that no piece stands on, `(lines,)`."""
    over: Cover
    """The hands and other things over the board."""
    fringe: Mask
    """The small pixels of a hand, with a rim."""


def standing_in(scene: Scene, before: PiecesBefore, table: Knowledge) -> Standing:
    """Return what a scene's tags say, none of it believed yet."""
    rocks = before.mountains if before.mountains is not None else table.homes
    found, doubts = place_tags(scene.tags.pieces, scene.camera, table.board, table.pieces, rocks)
    placed = with_backs_known(found, before.placed)
    return Standing(tuple(placed), tuple(doubts), _mountains(rocks, placed))


def covered_in(scene: Scene, state: ReadingState, table: Knowledge, standing: Standing) -> Covered:
    """Return a scene beside the board alone, and what hides the board in it."""
    before = state.board.reference
    pieces = (*state.pieces.placed.values(), *standing.placed, *(before.pieces if before is not None else ()))
    explained = _explained(scene, pieces, before)
    printed, bare = lines_in(scene.frame.image, scene.ground), _bare_lines(scene, explained)
    beside = beside_board(
        before,
        scene.small,
        scene.ground,
        explained=explained,
        lines=printed.strength,
        bare=bare,
        blown=printed.blown,
    )
    over = find_cover(
        scene.ground,
        table.board.surface,
        solid=beside.stands,
        explained=explained,
        lines=beside.lines,
        lines_before=None if beside.board is None else beside.board.lines,
        veiled_before=None if beside.board is None else beside.board.veiled,
        bare=bare,
        blown=printed.blown,
    )
    fringe = cv2.dilate(over.hand.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return Covered(beside, explained, bare, over, np.asarray(fringe))


def with_believed(
    scene: Scene, state: ReadingState, table: Knowledge, standing: Standing, covered: Covered
) -> Standing:
    """Return what stands, with the pieces that are believed; one that may be in a hand is a doubt more.

    A piece in a hand floats above the board, so its rays are cut with the wrong plane. A piece at its old
    place is believed even beside a hand. A new one has to be clear of everything that changed. Hidden lines
    alone are no reason against a tag that shows, except at the start: there the hand may hold it.
    """
    over = covered.over
    believed: list[Placed] = []
    held: list[DoubtfulRead] = []
    for one in standing.placed:
        before = state.pieces.placed.get(one.seen.piece)
        if before is not None and is_same_place(before.seen, one.seen):
            near = is_same_place(before.seen, one.seen, within_mm=_LIES_AS_IT_LAY_MM)
            lay = near or one.seen.edge is None
            believed.append(replace(one, seen=replace(one.seen, edge=before.seen.edge)) if lay else one)
            continue
        cell = table.board.surface.index[one.seen.cell]
        # Fingers of the board's own colour don't show, so that all cells beside the rest of a hand count.
        touched = bool((cover_of(scene, [one], _HAND_MARGIN_MM) & over.hand).any())
        if touched or over.changed[cell] or (state.board.reference is None and over.beside[cell]):
            held.append(DoubtfulRead(one.tag.id, (one.seen.cell,), Reason.HAND))
        else:
            believed.append(one)
    return replace(standing, believed=tuple(believed), doubts=(*standing.doubts, *held))


def cover_of(scene: Scene, pieces: Iterable[Placed], margin_mm: float) -> Mask:
    """Return the small pixels that pieces cover, from foot to top, with a margin."""
    once = {
        (one.seen.piece, round(one.seen.x_mm), round(one.seen.y_mm), one.height_mm): one for one in pieces
    }
    return cover(outlines_px(scene.camera, list(once.values()), margin_mm), scene.shape, scene.small.factor)


def _mountains(before: Mountains, placed: Sequence[Placed]) -> Mountains:
    """Return where the rocks stand now: where they are seen, else where they were."""
    found = dict(before)
    for one in placed:
        if one.kind.shape == "rock":
            found[one.seen.piece] = (one.seen.x_mm, one.seen.y_mm)
        elif one.kind.shape == "printed":
            # Print that shows has no rock on it.
            near = [
                p for p, (x, y) in found.items() if hypot(x - one.seen.x_mm, y - one.seen.y_mm) < ON_ROCK_MM
            ]
            for piece in near:
                del found[piece]
    return found


def _explained(scene: Scene, pieces: Iterable[Placed], before: Reference | None) -> Mask:
    """Return the small pixels that pieces and cards may have changed, and what lay there unread before."""
    known = cover_of(scene, pieces, PIECE_MARGIN_MM)
    if before is not None:
        known |= before.things
    return known if scene.cards is None else known | scene.cards


def _bare_lines(scene: Scene, explained: Mask) -> Flags:
    """Return the lines that no piece stands on."""
    rows, columns = explained.shape
    at = np.round(scene.ground.line_px / scene.small.factor).astype(int)
    inside = (at[..., 0] >= 0) & (at[..., 0] < columns) & (at[..., 1] >= 0) & (at[..., 1] < rows)
    hit = explained[np.clip(at[..., 1], 0, rows - 1), np.clip(at[..., 0], 0, columns - 1)]
    return np.asarray((hit | ~inside).mean(axis=1) < _LINE_COVERED)
