"""A tag as it was read, what may be one, and how thoroughly tags are looked for."""

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]
"""Four corners of a black square in px, `(4, 2)`, clockwise from the tag's own upper left."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One tag as it was read."""

    id: int
    """Its id in its dictionary."""
    corners: Corners
    """Its corners."""
    score: float
    """How well its modules fit the id: a correlation, -1..1."""
    margin: float
    """Its score's lead over the next id."""

    @property
    def centre(self) -> NDArray[np.float64]:
        """The middle of the four corners, px."""
        return np.asarray(self.corners.mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """The mean length of a side, px."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.tolist()
        around = hypot(bx - ax, by - ay) + hypot(cx - bx, cy - by) + hypot(dx - cx, dy - cy)
        return (around + hypot(ax - dx, ay - dy)) / 4


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The `n` quads of a picture that fit some id more or less, in the order of their proposal."""

    guesses: Corners
    """Three guesses of each quad's corners, clockwise, `(n, 3, 4, 2)`."""
    quads: Corners
    """The guess that fits best, or where the quad turned out to lie, `(n, 4, 2)`."""
    sides_px: NDArray[np.float64]
    """The mean side of each quad as it was proposed, px, `(n,)`."""
    ids: NDArray[np.intp]
    """The id that fits best, `(n,)`."""
    turns: NDArray[np.intp]
    """How many corners before the quad's first the tag's own upper left stands, `(n,)`."""
    scores: NDArray[np.float32]
    """How well it fits: a correlation, `(n,)`."""
    leads: NDArray[np.float32]
    """Its lead over the next id, `(n,)`."""
    accepted: NDArray[np.bool_]
    """Which fit well enough, `(n,)`."""
    in_other_light: NDArray[np.bool_]
    """Which of these do so only with their light mended, `(n,)`."""
    mended: NDArray[np.float32]
    """Their modules' levels in that light, from the tag's upper left, `(n, modules²)`."""
    through_lens: NDArray[np.bool_]
    """Which of these do so only as a lens blurs them, or blown out, `(n,)`."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Scan:
    """How thoroughly to look for tags."""

    upscale: int = 2
    """How many times larger the picture is made before quads are looked for."""
    windows: tuple[int, ...] = (7, 15, 23)
    """The widths of the squares that the adaptive threshold takes its means over, px of the larger
    picture."""
    score: float = 0.80
    """The least score of a new tag."""
    margin: float = 0.08
    """The least lead over the next id."""
    lens_lead: float | None = None
    """The least lead of a quad that only fits as a blurred or blown out tag; None: it's no tag."""
    is_soft: bool = False
    """Whether outlines run into each other, so that a quad may be a label's own edge."""
    smallest_px: float = 9.0
    """The least mean side of a quad, px of the picture."""
    largest_px: float = 160.0
    """The largest mean side."""


FULL = Scan()
SOFT = Scan(lens_lead=0.12, is_soft=True)
"""In a soft picture."""

BLOWN = Scan(margin=0.18, lens_lead=0.2, is_soft=True)
"""Where only white is blown out ids stay further apart; shadows that fit one by chance lead by up to 0.17."""
