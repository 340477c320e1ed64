"""Whether anything moves: a picture is steady when it equals the one before, but for noise and light."""

from dataclasses import dataclass

from vision.change.clock_overlay import on_the_board
from vision.change.difference import changed
from vision.change.moving_light import besides_light
from vision.change.small_picture import Small
from vision.pictures.frame import Mask, share_of

MOST_MOVING = 0.0006
"""The part of the picture that may differ: less than half a token on a board that fills it."""

_MOST_BESIDES = 0.005
"""The largest part of the differing pixels that may differ by more than their light. On three films, and
under many moving lights, mostly up to 0.0015 of the picture did, while 0.4 of it differed. With a hand over
the table 0.012 and more did. Under a hand that moved 4 mm 0.0003 did, while 0.0012 differed."""

_MOST_STEP = 1.0
"""The most that a camera's exposure steps by between two pictures of one table."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """How a picture differs from the one before it."""

    where: Mask | None
    """The small pixels that differ by more than the camera's exposure; None without a picture before."""
    steady: bool
    """Whether nothing but light moved."""

    @property
    def share(self) -> float:
        """The part of the picture that differs, by light too; all of it without a picture before."""
        return 1.0 if self.where is None else share_of(self.where)


def movement_in(
    before: Small | None,
    now: Small,
    over: Mask | None = None,
    *,
    cells: Mask | None = None,
    written: Mask | None = None,
) -> Movement:
    """Return the difference of a picture from the one before; the first one has none.

    `over`: the pixels of the board and of pieces on it; `cells`: those of its cells, once its place is known.
    People who move beside it aren't on it. `written`: the pixels of a clock in the pictures.
    """
    if before is None or before.pixels.shape != now.pixels.shape:
        return Movement(None, steady=False)
    where = changed(before, now, most_flicker=_MOST_STEP)
    moving = where if over is None else where & over
    share = share_of(moving)
    if share > MOST_MOVING and cells is not None:
        moving = on_the_board(moving, cells, written)
        share = share_of(moving)
    steady = share <= MOST_MOVING or share_of(besides_light(before, now, moving)) <= _MOST_BESIDES * share
    return Movement(where, steady)
