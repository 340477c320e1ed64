"""A tag that was read, the candidates for tags, and how thoroughly tags are searched."""

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]
"""The four corners of a black square, px, `(4, 2)`, clockwise from the tag's own upper left."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One tag that was read."""

    id: int
    """Its id in its dictionary."""
    corners: Corners
    """Its corners."""
    score: float
    """The correlation of its modules with the id, -1..1."""
    margin: float
    """The lead of its score over that of the next id."""

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
    """The `n` quads of a picture that roughly fit some id, in the order of the proposals."""

    guesses: Corners
    """Three guesses of each quad's corners, clockwise, `(n, 3, 4, 2)`."""
    quads: Corners
    """The guess that fits best, or the place where the quad was found later, `(n, 4, 2)`."""
    sides_px: NDArray[np.float64]
    """The mean side of each quad as it was proposed, px, `(n,)`."""
    ids: NDArray[np.intp]
    """The id that fits best, `(n,)`."""
    turns: NDArray[np.intp]
    """The number of corners from the tag's own upper left to the quad's first corner, `(n,)`."""
    scores: NDArray[np.float32]
    """The correlation with that id, `(n,)`."""
    leads: NDArray[np.float32]
    """The lead of that correlation over the next id's, `(n,)`."""
    accepted: NDArray[np.bool_]
    """Whether the quad fits well enough to be a tag, `(n,)`."""
    in_other_light: NDArray[np.bool_]
    """Whether an accepted quad fits only once its light is corrected, `(n,)`."""
    mended: NDArray[np.float32]
    """The levels of the modules in corrected light, from the tag's upper left, `(n, modules²)`."""
    through_lens: NDArray[np.bool_]
    """Whether an accepted quad fits only as a blurred or blown-out tag, `(n,)`."""

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Scan:
    """How thoroughly a picture is searched for tags."""

    upscale: int = 2
    """How many times larger the picture is made before quads are searched."""
    windows: tuple[int, ...] = (7, 15, 23)
    """The widths of the squares over which the adaptive threshold takes its means, px of the enlarged
    picture."""
    score: float = 0.80
    """The least score of a tag."""
    margin: float = 0.08
    """The least lead over the next id."""
    lens_lead: float | None = None
    """The least lead of a quad that fits only as a blurred or blown-out tag. None: such a quad is no tag."""
    is_soft: bool = False
    """Whether outlines run into each other, so that a quad may be a label's own edge."""
    smallest_px: float = 9.0
    """The least mean side of a quad, px of the picture."""
    largest_px: float = 160.0
    """The largest mean side of a quad, px of the picture."""


FULL = Scan()
SOFT = Scan(lens_lead=0.12, is_soft=True)
"""The search of a soft picture."""

BLOWN = Scan(margin=0.18, lens_lead=0.2, is_soft=True)
"""The search where white alone is blown out. It asks for a larger lead: shadows that fit an id by chance lead
by up to 0.17."""
