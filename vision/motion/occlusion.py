"""Places that can't be looked at: cells under a hand or out of the picture; and what lies there unread.

A hand is a solid change that reaches the picture's border (an arm comes from outside) or is larger than a
piece (its sleeve has the table's colour), or whatever hides the lines printed between cells. The last
needs no reference, so that a hand in the very first picture is known too.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.surfaces import Surface
from vision.board.field import CameraField, Flags, Floats, cell_share
from vision.board.printed_lines import LOST, lost_share, must_show
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Mask

COVERED = 0.02
"""A cell counts as covered from this part of it on."""

_MOSTLY_LOST = 0.6
"""Of a hex's six lines: four."""

_PARTLY_LOST = 0.3
"""Of a hex's six lines: two."""

_FEWEST_LOST = 3
"""An arm hides this many lines about a cell in the very first picture; a shadow's edge may hide two."""

_FEW_LOST = 0.05
"""The part of the lines that light may hide: it hid 1 of 130, arms three of four
(docs/measured/vision-limits.md)."""

_WHOLE_PICTURE = 0.7
"""Hands and arms cover at most 0.05 of films 01 and 03 (`tests.vision.quantities`): a cover this large is
never one arm. Other light changes all of the board, which is more than this where the board fills the
picture."""

_LARGE = 0.35
"""As a part of a cell: 1,240 mm², which is more than three tokens side by side."""

_FINGER = 0.4
"""As a part of a cell's width: a fingertip, taken for its piece, reaches 24 mm beyond what shows of the
arm."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """The things that hide the board."""

    hand: Mask
    """The small pixels of hands."""
    blind: Flags
    """The cells that can't be looked at, `(cells,)`."""
    beside: Flags
    """The cells under a hand or next to one, `(cells,)`."""
    changed: Flags
    """The cells that a hand covers in part, or that are next to such a cell, `(cells,)`."""
    by_lines: Flags
    """The blind cells that nothing covers but whose lines are hidden, `(cells,)`."""
    share: NDArray[np.float64]
    """The part of each cell that is covered, out of the picture, or without its lines, 0..1, `(cells,)`."""
    veiled: Flags
    """The cells without a hand whose lines never showed, `(cells,)`: a mirrored lamp or paper hides them."""
    has_hand: bool
    """Whether a hand, or anything like it, is over the board."""


def find_cover(  # noqa: PLR0913  # what the steps before found, by name
    field: CameraField,
    surface: Surface,
    *,
    solid: Mask,
    explained: Mask,
    lines: Floats,
    lines_before: Floats | None,
    veiled_before: Flags | None,
    bare: Flags,
    blown: Flags,
    unclear: Flags,
) -> Cover:
    """Return the things that hide the board.

    `solid`: small pixels where something stands before the reference; `explained`: those where pieces are
    or were. `lines`: lines that show now; `lines_before`: those that showed when nothing hid the board,
    None when there was no such picture; `veiled_before`: cells that were veiled in it, None likewise;
    `bare`: lines that no piece stands on; `blown`: those where the picture is blown out: a lamp's mirror
    image hides them, and maybe more, but it is no arm; `unclear`: cells that are too blurred or too dark to
    say what lies there, where unread labels look like smudges.
    """
    cells, cell = len(surface.cells), float(field.sizes.max())
    arms = _arms(solid & ~explained, _LARGE * cell)
    expected = must_show(lines, lines_before, bare)
    unseen = bare & (lines < LOST)
    lost = expected & unseen & ~blown
    share = lost_share(lost, field, cells)
    # Fingertips on a piece are taken for the piece: what is solid next to an arm belongs to it.
    reach = 2 * round(_FINGER * cell**0.5) + 1
    arms = (cv2.dilate(arms.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0) & (arms | solid)
    if float(arms.mean()) > _WHOLE_PICTURE and float(lost.mean()) < _FEW_LOST:
        # Everything changed, but the board shows: the light did.
        arms = np.zeros_like(arms)
    # Without a picture of the board alone, lines are all there is to go by.
    mostly = _MOSTLY_LOST if lines_before is not None else _PARTLY_LOST
    covered = cell_share(arms, field)
    hidden = (covered > COVERED) | (share >= mostly)
    if lines_before is None or veiled_before is None:
        hidden = hidden & (_lost_about(lost, field, surface) >= _FEWEST_LOST)
        veiled = _unreached(hidden, surface)
        hidden &= ~veiled
    else:
        hidden = hidden | (neighbouring(hidden, surface) & (share >= _PARTLY_LOST))
        veiled = veiled_before & (lost_share(unseen, field, cells) >= _PARTLY_LOST)
    veiled |= lost_share(unseen & blown, field, cells) >= _PARTLY_LOST
    beside = hidden | neighbouring(hidden, surface)
    if lines_before is None:
        # Fingertips inside a cell hide none of its lines.
        hidden = beside
    part = np.maximum(np.maximum(covered, share), field.beyond)
    touched = covered > COVERED
    near_touched = touched | neighbouring(touched, surface)
    by_lines = hidden & ~touched & ~field.outside
    blind, has_hand = hidden | field.outside | unclear, bool(beside.any())
    return Cover(arms, blind, beside, near_touched, by_lines, part, veiled & ~hidden, has_hand)


def _lost_about(lost: Flags, field: CameraField, surface: Surface) -> NDArray[np.int64]:
    """Return for each cell how many lines are lost that it or a neighbour of its own has."""
    pairs = field.line_cells[lost].tolist()
    about = [{i, *(j for j in around if j is not None)} for i, around in enumerate(surface.neighbours)]
    return np.array([sum(not near.isdisjoint(pair) for pair in pairs) for near in about], np.int64)


def _unreached(hidden: Flags, surface: Surface) -> Flags:
    """Return the hidden cells that nothing reaches from the board's rim, as an arm would.

    One cell between two parts may show its lines beneath an arm.
    """
    rim = np.array([None in around for around in surface.neighbours])
    reached = hidden & (rim | neighbouring(rim, surface))
    grown = 0
    while grown != int(reached.sum()):
        grown = int(reached.sum())
        near = reached | neighbouring(reached, surface)
        reached = hidden & (near | neighbouring(near, surface))
    return hidden & ~reached


def neighbouring(cells: Flags, surface: Surface) -> Flags:
    """Return the cells that have one of these cells as a neighbour."""
    found = np.zeros_like(cells)
    for i in np.flatnonzero(cells):
        for j in surface.neighbours[int(i)]:
            if j is not None:
                found[j] = True
    return found


def _arms(solid: Mask, large: float) -> Mask:
    """Return the parts that reach the picture's border, or are too large for a piece."""
    parts = find_parts(solid)
    labels = parts.labels
    rim = np.concatenate(
        [labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(), labels[:, -2:].ravel()]
    )
    found = parts.areas >= large
    found[np.unique(rim)] = True
    return parts.where(found)
