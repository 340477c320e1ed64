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
    """The board with nothing over it, as last seen: picture, lines' strength, pieces that lay there.

    `things`: the small pixels that show something which nobody could read, and which may be taken away.
    `veiled`: cells whose lines don't show though no hand is over them.
    """

    picture: Small
    lines: Floats
    pieces: tuple[Placed, ...]
    things: Mask
    veiled: Flags


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A still picture without a hand, its tags, and which cells were unsure in it.

    A place that looks again as it did then needs no reading: its tags are the same, if they fit.
    """

    picture: Small
    tags: Tags
    unsure: tuple[Cell, ...]
