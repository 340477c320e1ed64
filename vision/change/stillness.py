"""Stillness: a picture is steady if it equals the one before, apart from noise and light."""

from dataclasses import dataclass

from vision.change.clock_overlay import on_the_board
from vision.change.difference import changed
from vision.change.moving_light import beyond_light
from vision.change.small_picture import Small
from vision.pictures.frame import Mask, share_of

MOST_MOVING = 0.0006
"""The largest part of a steady picture that may differ: 72 px of a small picture of 400 by 300. On a board of
922 mm that fills it a token is 8.7 px wide, so it covers 75 px. One that moves changes two such places, 150
px. With twice this number it would hardly show. With half 36 px of noise would disturb."""

_MOST_BEYOND_LIGHT = 0.005
"""The largest part of the differing pixels that may differ by more than their light. In three films, and
under many moving lights, mostly up to 0.0015 of the picture did, while 0.4 of it differed. With a hand over
the table it was 0.012 and more. Under a hand that moved 4 mm it was 0.0003, while 0.0012 differed."""

_MOST_STEP = 1.0
"""The largest step of a camera's exposure between two pictures of one table: up to twice the light, and any
that is darker. Cameras step by up to a quarter of a stop, which is 19 %. Four steps from one picture to the
next are twice the light. With half of this number three would disturb."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """The difference of a picture from the one before it."""

    where: Mask | None
    """The small pixels that differ by more than the camera's exposure; None without a picture before of the
    same size."""
    steady: bool
    """Whether nothing moved except light."""

    @property
    def share(self) -> float:
        """The part of the picture that differs, by light too; 1 without a picture before."""
        return 1.0 if self.where is None else share_of(self.where)


def movement_in(
    before: Small,
    now: Small,
    over: Mask | None = None,
    *,
    cells: Mask | None = None,
    written: Mask | None = None,
) -> Movement:
    """Return the difference of a picture from the one before; one of another size has none.

    `over` are the pixels of the board and of pieces on it. People who move beside the board don't count.
    `cells` are the pixels of its cells, once the board is located. `written` are the pixels of a clock in the
    pictures.
    """
    if before.pixels.shape != now.pixels.shape:
        return Movement(None, steady=False)
    where = changed(before, now, most_flicker=_MOST_STEP)
    moving = where if over is None else where & over
    share = share_of(moving)
    if share > MOST_MOVING and cells is not None:
        moving = on_the_board(moving, cells, written)
        share = share_of(moving)
    steady = share <= MOST_MOVING or share_of(beyond_light(before, now, moving)) <= _MOST_BEYOND_LIGHT * share
    return Movement(where, steady)
