"""The board alone, as it was last seen with nothing over it, and the last picture of a table at rest."""

from dataclasses import dataclass

from engine.core.ids import Cell
from vision.board.field import Flags, Floats
from vision.board.places import Placed
from vision.change.small_picture import Small
from vision.pictures.frame import Mask
from vision.tags.scanning import Tags


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The board with nothing over it, as it was last seen."""

    picture: Small
    """The picture of it, seen small."""
    lines: Floats
    """How clearly each line showed, `(lines,)`."""
    pieces: tuple[Placed, ...]
    """The pieces that lay there."""
    things: Mask
    """The small pixels of things that nobody could read, and that may be taken away."""
    veiled: Flags
    """The cells whose lines didn't show though no hand was over them, `(cells,)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A still picture without a hand.

    A place that looks again as it did then needs no reading: its tags are the same, if they fit.
    """

    picture: Small
    """The picture, seen small."""
    tags: Tags
    """The tags in it."""
    unsure: tuple[Cell, ...]
    """The cells that were unsure in it."""
