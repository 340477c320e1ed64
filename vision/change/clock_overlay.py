"""Writing in a camera's pictures, such as the time: it ticks in its place, and is no hand.

A clock changes again and again while all else rests, a few small parts of the picture at a time. A hand is
larger, and a play changes the picture once.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Seconds
from vision.pictures.connected_parts import Parts, find_parts
from vision.pictures.frame import Mask, share_of

_FEWEST_TICKS = 3
"""So often it changes in one place before it counts: what a play changes there it changes once, or twice."""

_LONGEST_S = 12.0
"""So long after the last tick another belongs to it; hands may be over the board meanwhile."""

_SHORTEST_S = 0.4
"""A change that comes sooner goes on from the last one: a hand that trembles, and no second's tick."""

_FORGOTTEN_S = 90.0
"""So long after its last tick writing is still known; on a board that is played on rest is rare."""

_TALLEST, _WIDEST = 0.1, 0.5
"""The largest line of writing, in parts of the picture's height and width. Film 01 was judged in full with
digits of 84 px in its 1,200 rows, which is 0.07."""

_MOST_LINES = 6
"""The six digits of a time may change each by itself, further apart than `_JOINED_PX`."""

_MOSTLY = 0.6
"""The part of what moves that lies where writing ticked before. Of 120 ticks of drawn digits half lie there
wholly, and the least by 0.5, since another digit changes with it; an arm that comes over the writing is
larger than it."""

_JOINED_PX = (3, 7)
"""Digits so near to each other, small px down and across, are one line of writing."""

_CREEPING = 0.0001
"""The part of the picture that moves in cells beneath a hand: one that creeps by 4 mm moves 0.00055 of it."""

_MARGIN_PX = (2, 12)
"""So far about what ticked, down and across, the same line may tick next: another digit."""


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """Where a camera's pictures were seen to tick."""

    ticks: NDArray[np.uint8]
    """How often each small pixel ticked, `(rows, columns)`."""
    last_s: NDArray[np.float64]
    """When it ticked last, `(rows, columns)`; minus infinity where it never did."""
    moved_s: float = -np.inf
    """When anything moved last, wherever that was."""

    def at(self, now: Seconds) -> Mask | None:
        """Return the small pixels of the writing in a picture; None: there is none."""
        known = (self.ticks >= _FEWEST_TICKS) & (now - self.last_s < _FORGOTTEN_S)
        return np.asarray(known) if known.any() else None


@dataclass(frozen=True, slots=True, eq=False)
class ClockInput:
    """Where a picture differs from the last, and what is known of a clock."""

    before: Writing | None
    """The writing as it was known."""
    moving: Mask | None
    """The small pixels that differ from the last picture; None without one."""
    steady: bool
    """Whether nothing moved."""
    taken_at: Seconds
    """When the picture was taken."""


def clock_ticks(given: ClockInput) -> Writing | None:
    """Return the ticks of a clock in the picture, as far as they are known."""
    if given.moving is None or given.steady:
        return given.before
    return with_ticks(given.before, given.moving, given.taken_at)


def with_ticks(before: Writing | None, moving: Mask, at: Seconds) -> Writing | None:
    """Return the known writing after a picture. `moving`: the pixels that differ from the last one."""
    parts = _parts_of(moving)
    boxes = [parts.boxes[number].tolist() for number in _lines(parts, moving.shape)]
    if before is None:
        before = Writing(np.zeros(moving.shape, np.uint8), np.full(moving.shape, -np.inf))
    # A clock ticks out of rest. A hand goes on from place to place: three times over one cell is no clock.
    goes_by = 0 <= at - before.moved_s < _SHORTEST_S
    before = replace(before, moved_s=at)
    if goes_by or not 0 < len(boxes) <= _MOST_LINES:
        return before
    ticked = np.zeros(moving.shape, np.bool_)
    down, across = _MARGIN_PX
    for left, top, wide, high in boxes:
        ticked[max(0, top - down) : top + high + down, max(0, left - across) : left + wide + across] = True
    past_s = at - before.last_s
    goes_on = (past_s >= 0) & ((past_s < _LONGEST_S) | (before.ticks >= _FEWEST_TICKS))
    again = np.where(past_s < _SHORTEST_S, before.ticks, np.minimum(before.ticks, _FEWEST_TICKS) + 1)
    more = np.where(goes_on, again, 1)
    ticks = np.where(ticked, more, before.ticks).astype(np.uint8)
    return replace(before, ticks=ticks, last_s=np.where(ticked, at, before.last_s))


def on_the_board(moving: Mask, cells: Mask, written: Mask | None) -> Mask:
    """Return those changed pixels that move on the board.

    A change beside all `cells` isn't on it while nothing moves in them, for a piece that stands in one shows
    there too, at its foot. A hand that creeps moves in cells, and its arm beside them belongs to it. A change
    that is no larger than a line of writing, where some is known to be, isn't on the board either.
    """
    if not moving.any():
        return moving
    parts = _parts_of(moving)
    read = np.ones(len(parts.areas), np.bool_)
    if written is not None:
        lines = np.array(_lines(parts, moving.shape), np.int64)
        inside = np.bincount(parts.labels[moving & written], minlength=len(read))
        whole = np.bincount(parts.labels[moving], minlength=len(read))
        read[lines[inside[lines] >= _MOSTLY * whole[lines]]] = False
    in_cells = np.zeros(len(parts.areas), np.bool_)
    in_cells[np.unique(parts.labels[moving & cells])] = True
    on_cells = np.asarray(moving & parts.where(read & in_cells))
    return np.asarray(moving & parts.where(read)) if share_of(on_cells) > _CREEPING else on_cells


def _parts_of(moving: Mask) -> Parts:
    around = max(_JOINED_PX)
    padded = np.pad(moving.astype(np.uint8), around)
    joined = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones(_JOINED_PX, np.uint8))
    return find_parts(joined[around:-around, around:-around] > 0)


def _lines(parts: Parts, shape: tuple[int, ...]) -> list[int]:
    """Return the numbers of the parts that are no larger than a line of writing."""
    tallest, widest = _TALLEST * shape[0], _WIDEST * shape[1]
    return [n for n in parts.numbers if parts.boxes[n][3] <= tallest and parts.boxes[n][2] <= widest]
