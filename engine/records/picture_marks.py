"""Messages that viewers draw over a camera's pictures.

Fields and names are from Foxglove's published schema `ImageAnnotations`, as far as we fill them.
"""

from dataclasses import dataclass
from enum import IntEnum

from engine.records.camera_frame import Stamp
from engine.records.viewer_messages import SceneColour

NO_COLOUR = SceneColour(0.0, 0.0, 0.0, 0.0)
"""Nothing is drawn in it."""


class MarkLineType(IntEnum):
    """How points are joined."""

    POINTS = 1
    LINE_LOOP = 2
    LINE_STRIP = 3
    LINE_LIST = 4


@dataclass(frozen=True, slots=True)
class PicturePoint:
    """A point of a picture."""

    x: float
    """From the left, px."""
    y: float
    """From the top, px."""


@dataclass(frozen=True, slots=True)
class MarkLine:
    """Lines between points."""

    timestamp: Stamp
    """The picture's time."""
    type: MarkLineType
    """How the points are joined."""
    points: tuple[PicturePoint, ...]
    """The points."""
    outline_color: SceneColour
    """The colour."""
    thickness: float
    """The width of the line, px."""
    outline_colors: tuple[SceneColour, ...] = ()
    """Colours of single points; empty: all are in the one colour."""
    fill_color: SceneColour = NO_COLOUR
    """The colour of the area inside."""


@dataclass(frozen=True, slots=True)
class MarkText:
    """A text on a picture."""

    timestamp: Stamp
    """The picture's time."""
    position: PicturePoint
    """The left end of the text's base line."""
    text: str
    """The text."""
    font_size: float
    """How high a line is, px."""
    text_color: SceneColour
    """The colour of the letters."""
    background_color: SceneColour
    """The colour behind them."""


@dataclass(frozen=True, slots=True)
class PictureMarks:
    """Everything that is drawn over a camera's pictures from now on; it replaces what was drawn before."""

    points: tuple[MarkLine, ...] = ()
    """The lines."""
    texts: tuple[MarkText, ...] = ()
    """The texts."""
