"""Text that a camera writes into its pictures, such as the time. It changes in its place, but is no hand.

A clock changes again and again while everything else rests, in a few small parts of the picture at a time. A
hand is larger. A play changes the picture once.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Seconds
from vision.pictures.connected_parts import Parts, find_parts
from vision.pictures.frame import Mask, share_of

_FEWEST_TICKS = 3
"""The number of changes in one place that make a clock. A play changes a place once or twice: a piece goes,
and another comes. Of 672 pictures with a drawn clock 588 are steady, with twice this number 584. With two
changes it would be 596, but a play would make a clock (`tests.vision.drawn_clocks`)."""

_LONGEST_S = 12.0
"""The longest time from one tick to the next, seconds. Hands may be over the board meanwhile. With half of it
540 instead of 588 of 672 pictures with a drawn clock are steady, since a clock seen every 10 s is never
known. With twice as much it's 588 (`tests.vision.drawn_clocks`)."""

_SHORTEST_S = 0.4
"""The shortest time from one tick to the next, seconds. A change that comes sooner continues the last one, as
with a trembling hand. With half of it 640 instead of 588 of 672 pictures with a drawn clock are steady: four
pictures a second then count as four ticks, of a clock and of a hand alike. With twice as much it's 588
(`tests.vision.drawn_clocks`)."""

_FORGOTTEN_S = 90.0
"""How long a clock stays known after its last tick, seconds. While people play, rest is rare. A digit of
minutes ticks each 60 s. With half of this number, less than a minute, 576 instead of 588 of 672 pictures with
a drawn clock are steady, with twice as much 592 (`tests.vision.drawn_clocks`)."""

_TALLEST, _WIDEST = 0.1, 0.5
"""The largest line of text, in parts of the picture's height and width. Film 01 was read in full with digits
of 84 px in its 1,200 rows, which is 0.07."""

_MOST_LINES = 6
"""The most lines of text that change at once: the six digits of a time may lie further apart than
`_JOINED_PX`."""

_MOSTLY = 0.6
"""The part of a moving region that has to lie where text ticked before. Of 120 ticks of drawn digits half lie
there wholly. The least is 0.5, since another digit changes too. An arm over the text is larger than the
text. With half of it as many pictures with a drawn clock are steady. If the whole region had to lie there, it
would be 436 of 672 instead of 588 (`tests.vision.drawn_clocks`)."""

_JOINED_PX = (3, 7)
"""Digits nearer than this, in small px down and across, are one line of text. With half and with twice as
much 606 and 603 instead of 588 of 672 pictures with a drawn clock are steady
(`tests.vision.drawn_clocks`)."""

_CREEPING = 0.0001
"""The part of the picture that has to move within cells for a hand. A hand that creeps by 4 mm moves
0.00055."""

_MARGIN_PX = (2, 12)
"""The margin around a tick, in small px down and across, where another digit of the same line may tick
next. With half of it 581 instead of 588 of 672 pictures with a drawn clock are steady, with twice as much 588
(`tests.vision.drawn_clocks`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """The places where text in a camera's pictures was seen to tick."""

    ticks: NDArray[np.uint8]
    """The number of ticks of each small pixel, `(rows, columns)`."""
    last_s: NDArray[np.float64]
    """The time of its last tick, `(rows, columns)`; minus infinity if it never ticked."""
    moved_s: float = -np.inf
    """The time when anything in the picture moved last."""

    def at(self, now: Seconds) -> Mask | None:
        """Return the small pixels of text that is known at this time; None if there is none."""
        known = (self.ticks >= _FEWEST_TICKS) & (now - self.last_s < _FORGOTTEN_S)
        return np.asarray(known) if known.any() else None


@dataclass(frozen=True, slots=True, eq=False)
class ClockInput:
    """The difference of a picture from the last, and what is known of a clock so far."""

    before: Writing | None
    """The text as it was known before; None: none was."""
    moving: Mask
    """The small pixels that differ from the last picture. Something moves there."""
    taken_at: Seconds
    """The picture's capture time."""


def clock_ticks(given: ClockInput) -> Writing | None:
    """Return the text that is known after a picture of something that moves."""
    return with_ticks(given.before, given.moving, given.taken_at)


def with_ticks(before: Writing | None, moving: Mask, at: Seconds) -> Writing | None:
    """Return the text that is known after a picture; `moving` are its differences from the last one."""
    parts = _parts_of(moving)
    boxes = [parts.boxes[number].tolist() for number in _lines(parts, moving.shape)]
    if before is None:
        before = Writing(np.zeros(moving.shape, np.uint8), np.full(moving.shape, -np.inf))
    # A clock ticks while the rest is still. A hand moves on: three changes in one cell in a row are no clock.
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
    """Return the changed pixels that move on the board.

    A change outside all `cells` isn't on the board while nothing moves within them: a piece that moves also
    changes the cell at its foot. A creeping hand moves within cells, and then its arm outside of them counts
    too. A change as small as a line of text, in a place where text is known, isn't on the board either.
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
    """Return the numbers of the parts that are no larger than a line of text."""
    tallest, widest = _TALLEST * shape[0], _WIDEST * shape[1]
    return [n for n in parts.numbers if parts.boxes[n][3] <= tallest and parts.boxes[n][2] <= widest]
