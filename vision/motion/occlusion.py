"""Occlusion: cells that can't be seen, because a hand covers them or they are out of the picture.

A hand is a solid change that reaches the picture's border, since an arm comes from outside. Or it is larger
than a piece, if its sleeve has the table's colour. Or it is anything that hides the lines printed between
cells. The last test needs no reference, so it finds a hand in the very first picture too.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.surfaces import Surface
from vision.board.field import (
    CameraField,
    Flags,
    Floats,
    cell_share,
    lost_about,
    lost_share,
    neighbouring,
    unreached,
)
from vision.board.printed_lines import LOST
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Mask

COVERED = 0.02
"""A cell is covered if at least this part of it is: of a hex's 3,547 mm² these are 71, or 13 small px, half
of a fingertip that is 12 mm wide."""

_MOSTLY_LOST = 0.6
"""The part of a cell's lines that is most of them: four of a hex's six."""

_PARTLY_LOST = 0.3
"""The part of a cell's lines that counts as some of them: two of a hex's six."""

_FEWEST_LOST = 3
"""The fewest lines about a cell that an arm hides in the very first picture. A shadow's edge may hide two."""

_FEW_LOST = 0.05
"""The largest part of the lines that light may hide. It hid 1 of 130; arms hid three of four
(docs/measured/vision-limits.md)."""

_WHOLE_PICTURE = 0.7
"""No arm covers more than this part of the picture: hands and arms cover at most 0.05 of films 01 and 03
(`tests.vision.quantities`). A change of light changes all of the board, which is more than this if the board
fills the picture."""

_LARGE = 0.35
"""The least area of a large change, in parts of a cell: 1,240 mm², which is more than three tokens side by
side."""

_FINGER = 0.4
"""How far a fingertip may reach beyond the visible part of an arm, in parts of a cell's width: 24 mm. A
fingertip on a piece is taken for the piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """The things that occlude the board."""

    hand: Mask
    """The small pixels of hands."""
    blind: Flags
    """The cells that can't be seen, `(cells,)`."""
    near_hand: Flags
    """The cells under a hand or next to one, `(cells,)`."""
    changed: Flags
    """The cells that a hand covers in part, or that are next to such a cell, `(cells,)`."""
    by_lines: Flags
    """The blind cells that nothing covers, but whose lines are hidden, `(cells,)`."""
    share: NDArray[np.float64]
    """The part of each cell that is covered, out of the picture, or without its lines, 0..1, `(cells,)`."""
    veiled: Flags
    """The cells without a hand whose lines never showed, `(cells,)`. Glare or paper hides them."""
    has_hand: bool
    """Whether a hand, or anything like one, is over the board."""


def find_cover(  # noqa: PLR0913  # what the steps before found, by name
    field: CameraField,
    surface: Surface,
    *,
    solid: Mask,
    explained: Mask,
    lines: Floats,
    veiled_before: Flags | None,
    bare: Flags,
    expected: Flags,
    blown: Flags,
    unclear: Flags,
) -> Cover:
    """Return the things that occlude the board.

    `solid` are the small pixels of things that stand in front of the reference; `explained` are those where
    pieces are or were. `lines` is the contrast of the lines now. `veiled_before` are the cells that were
    veiled when nothing hid the board, None if there was no such picture. `bare` are the lines that no piece
    stands on; `expected` are those of them that must show. `blown` are those where the picture is
    blown out: glare hides them, but glare is no arm. `unclear` are the cells that are too blurred or too dark
    to be called empty; unread labels look like smudges there.
    """
    cell = float(field.sizes.max())
    arms = _arms(solid & ~explained, _LARGE * cell)
    unseen = bare & (lines < LOST)
    lost = expected & unseen & ~blown
    share = lost_share(lost, field)
    # A fingertip on a piece is taken for the piece. So solid pixels next to an arm belong to the arm.
    reach = 2 * round(_FINGER * cell**0.5) + 1
    arms = (cv2.dilate(arms.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0) & (arms | solid)
    if float(arms.mean()) > _WHOLE_PICTURE and float(lost.mean()) < _FEW_LOST:
        # Everything changed, but the board shows. So it was the light.
        arms = np.zeros_like(arms)
    # Without a picture of the bare board only the lines show a hand.
    mostly = _MOSTLY_LOST if veiled_before is not None else _PARTLY_LOST
    covered = cell_share(arms, field)
    hidden = (covered > COVERED) | (share >= mostly)
    if veiled_before is None:
        hidden = hidden & (lost_about(lost, field, surface) >= _FEWEST_LOST)
        veiled = unreached(hidden, surface)
        hidden &= ~veiled
    else:
        hidden = hidden | (neighbouring(hidden, surface) & (share >= _PARTLY_LOST))
        veiled = veiled_before & (lost_share(unseen, field) >= _PARTLY_LOST)
    veiled |= lost_share(unseen & blown, field) >= _PARTLY_LOST
    near_hand = hidden | neighbouring(hidden, surface)
    if veiled_before is None:
        # Fingertips inside a cell hide none of its lines.
        hidden = near_hand
    part = np.maximum(np.maximum(covered, share), field.beyond)
    touched = covered > COVERED
    near_touched = touched | neighbouring(touched, surface)
    by_lines = hidden & ~touched & ~field.outside
    blind, has_hand = hidden | field.outside | unclear, bool(near_hand.any())
    return Cover(arms, blind, near_hand, near_touched, by_lines, part, veiled & ~hidden, has_hand)


def _arms(solid: Mask, large: float) -> Mask:
    """Return the parts that reach the picture's border, or are too large for a piece."""
    if not solid.any():
        return solid
    parts = find_parts(solid)
    labels = parts.labels
    rim = np.concatenate(
        [labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(), labels[:, -2:].ravel()]
    )
    found = parts.areas >= large
    found[np.unique(rim)] = True
    return parts.where(found)
