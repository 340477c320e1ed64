"""The occlusion of a scene: its differences from the bare board, and hands over it."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.core.surfaces import Surface
from vision.board.field import Flags
from vision.board.outlines import cover_of
from vision.board.placed import Placed
from vision.board.printed_lines import bare_lines, has_lines, lines_in, must_show
from vision.known.background import Reference
from vision.known.scene import Scene
from vision.motion.occlusion import Cover, find_cover
from vision.motion.relighting import BoardComparison, compared_with_board
from vision.pictures.frame import Mask

PIECE_MARGIN_MM = 7.0
"""The margin around a piece, mm, where its sides and its foot may have changed the picture. A token 4 mm high
shows 4 tan 40° = 3.4 mm of its side at 40 degrees, the steepest that crowded boards are read at. A small px
of blur and half of one for rounding are 3.4 mm more."""


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """A scene compared with the bare board, and the things that occlude the board."""

    comparison: BoardComparison
    """The comparison with the bare board."""
    explained: Mask
    """The small pixels that pieces may have changed."""
    lines_bare: Flags
    """The lines that no piece stands on, `(lines,)`."""
    shows_lines: bool
    """Whether these show, so that the board is printed with lines and nothing hides them."""
    over: Cover
    """The hands and other things over the board."""
    fringe: Mask
    """The small pixels of hands, with a rim."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverInput:
    """A scene, and the pieces that may have changed its picture."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    pieces: tuple[Placed, ...]
    """The pieces at their places before and at their places now."""
    reference: Reference | None
    """The bare board, as it was last seen."""
    surface: Surface
    """The board's cells."""


def covered_in(given: CoverInput) -> Covered:
    """Return a scene compared with the bare board, and the things that occlude the board in it."""
    scene, before = given.scene, given.reference
    pieces = (*given.pieces, *(before.pieces if before is not None else ()))
    explained = cover_of(scene.camera, pieces, PIECE_MARGIN_MM, scene.shape, scene.small.factor)
    if before is not None:
        explained |= before.things
    if scene.cards is not None:
        explained |= scene.cards
    bare = bare_lines(scene.ground, explained, scene.small.factor)
    printed = lines_in(scene.frame.image, scene.ground)
    expected = must_show(printed.strength, None if before is None else before.lines, bare)
    shows_lines = has_lines(printed.strength[bare])
    # Without a picture of the bare board only the lines can show that something stands there.
    comparison = BoardComparison(None, None, np.zeros_like(explained), printed.strength)
    if before is not None:
        comparison = compared_with_board(
            before,
            scene.small,
            scene.ground,
            explained=explained,
            lines=printed.strength,
            expected=expected,
            blown=printed.blown,
        )
    over = find_cover(
        scene.ground,
        given.surface,
        solid=comparison.stands,
        explained=explained,
        lines=comparison.lines,
        veiled_before=None if comparison.board is None else comparison.board.veiled,
        bare=bare,
        expected=expected,
        blown=printed.blown,
        unclear=scene.unclear,
    )
    fringe = cv2.dilate(over.hand.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return Covered(comparison, explained, bare, shows_lines, over, np.asarray(fringe))
