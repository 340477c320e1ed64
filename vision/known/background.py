"""The bare board as it was last seen, and the last picture of a table at rest."""

from dataclasses import dataclass

from engine.core.ids import Cell
from vision.board.field import Flags, Floats
from vision.board.placed import Placed
from vision.change.small_picture import Small
from vision.pictures.frame import Mask
from vision.tags.scanning import Tags


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The bare board, as it was last seen with nothing over it."""

    picture: Small
    """Its picture at the small size."""
    lines: Floats
    """The contrast of each line in it, `(lines,)`."""
    pieces: tuple[Placed, ...]
    """The pieces that lay there."""
    things: Mask
    """The small pixels of things that couldn't be read and that may be taken away."""
    veiled: Flags
    """The cells whose lines didn't show though no hand was over them, `(cells,)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A still picture without a hand.

    A place that still looks the same needs no reading: its tags are the same if they fit as before.
    """

    picture: Small
    """The picture at its small size."""
    tags: Tags
    """The tags in it."""
    unsure: tuple[Cell, ...]
    """The cells that were uncertain in it."""
