"""A reader's memory between frames: one value in groups by stage. Each frame replaces it as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from vision.board.field import CameraPlace
from vision.board.placed import Mountains, Placed
from vision.change.clock_overlay import Writing
from vision.change.small_picture import Small
from vision.known.background import Reference, Rest
from vision.light.light_direction import Light
from vision.pictures.frame import Box
from vision.tags.scanning import Tags

LONG_AGO, NEVER = Seconds(-1e9), Seconds(inf)
"""The time before the first picture, and the time after the last."""


@dataclass(frozen=True, slots=True, eq=False)
class PicturesBefore:
    """The earlier pictures that a new one is compared with."""

    last: Small | None = None
    """The last picture."""
    last_at: Seconds = LONG_AGO
    """The capture time of the last picture."""
    read_from: Small | None = None
    """The picture that the tags were last read from, put together from the parts that were read."""
    read_at: Seconds = LONG_AGO
    """The capture time of the last picture whose tags were read, or found unchanged."""
    settles_at: Seconds = NEVER
    """From this time on a still picture is read once more, because the last picture that was read had
    movement in it."""
    writing: Writing | None = None
    """The places where a clock in the pictures ticks."""


@dataclass(frozen=True, slots=True, eq=False)
class FocusBefore:
    """The sharpness of the last picture that was read."""

    blurred: bool = False
    """Whether it was too blurred to call a cell empty."""
    blur_px: float | None = None
    """The sigma of its edges, px; None if its tags didn't show it."""


@dataclass(frozen=True, slots=True, eq=False)
class LightBefore:
    """The hard light, found by the shadows that it casts."""

    lights: tuple[Light, ...] = ()
    """The lights."""
    sought_at: Seconds = LONG_AGO
    """The time when they were searched for last."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelsBefore:
    """Labels that couldn't be read."""

    unread_mm: tuple[tuple[float, float], ...] = ()
    """The places of labels that showed in the last look but couldn't be read, board mm."""
    tried_mm: tuple[tuple[float, float], ...] = ()
    """The places where no label could be read in pictures like the last one, board mm."""
    printed: bool = False
    """Whether the board's own print has black and white all over, as labels do."""
    retries: int = 0
    """How often the uncertain cells of a still picture have been read again."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardBefore:
    """The bare board, and the table at rest."""

    reference: Reference | None = None
    """The bare board, as it was last seen."""
    rest: Rest | None = None
    """The last still picture without a hand."""
    clear: frozenset[Cell] = frozenset()
    """The cells that were beyond doubt at least once while the table was at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class PiecesBefore:
    """The pieces and rocks as they were last seen."""

    placed: Mapping[PieceId, Placed] = field(default_factory=dict)
    """The pieces in their places."""
    boxes: Mapping[PieceId, Box] = field(default_factory=dict)
    """The box of small pixels where each of them may show."""
    rocks: Mountains = field(default_factory=dict)
    """The positions of the rocks: their homes until a look has seen them."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadingState:
    """A reader's memory between frames, in groups by stage."""

    pictures: PicturesBefore = field(default_factory=PicturesBefore)
    """The earlier pictures that a new one is compared with."""
    tags: Tags = field(default_factory=Tags)
    """The tags of the last picture that was read."""
    camera_place: CameraPlace | None = None
    """The camera's place; None until the board is found."""
    focus: FocusBefore = field(default_factory=FocusBefore)
    """The sharpness of the last picture that was read."""
    light: LightBefore = field(default_factory=LightBefore)
    """The hard light."""
    labels: LabelsBefore = field(default_factory=LabelsBefore)
    """Labels that couldn't be read."""
    board: BoardBefore = field(default_factory=BoardBefore)
    """The bare board, and the table at rest."""
    pieces: PiecesBefore = field(default_factory=PiecesBefore)
    """The pieces and rocks."""
    look: Look | None = None
    """The last look; None until the board is found, and after a picture that didn't show it."""


def begun(homes: Mountains) -> ReadingState:
    """Return the memory before the first picture; `homes` are the rocks' positions until they are seen."""
    return ReadingState(pieces=PiecesBefore(rocks=homes))


def forgotten(state: ReadingState) -> ReadingState:
    """Return the memory without anything that was learnt from pixels. Pieces and rocks keep their places."""
    return ReadingState(pieces=PiecesBefore(placed=state.pieces.placed, rocks=state.pieces.rocks))
