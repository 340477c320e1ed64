"""A reader's memory between frames: one value, replaced whole, in groups by stage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from vision.board.field import Seat
from vision.board.places import Mountains, Placed
from vision.change.clock_overlay import Writing
from vision.change.small_picture import Small
from vision.change.stabilisation import Anchor
from vision.known.background import Reference, Rest
from vision.light.light_direction import Light
from vision.pictures.frame import Box
from vision.tags.scanning import Tags

LONG_AGO, NEVER = Seconds(-1e9), Seconds(inf)
"""Before the first picture, and after the last."""


@dataclass(frozen=True, slots=True, eq=False)
class PicturesBefore:
    """The pictures that a new one is compared with."""

    last: Small | None = None
    """The picture before."""
    last_at: Seconds = LONG_AGO
    """When the picture before was taken."""
    read_from: Small | None = None
    """The picture that the tags were last read from, part by part."""
    read_at: Seconds = LONG_AGO
    """When the last picture was taken whose tags were read, or found as they were."""
    settles_at: Seconds = NEVER
    """From when on a still picture is read once more, as the last reading was of one with movement."""
    anchor: Anchor | None = None
    """The picture that the camera was located in."""
    writing: Writing | None = None
    """Where a clock ticks that is written into the pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class FocusBefore:
    """How sharp the last picture was that was read."""

    blurred: bool = False
    """Whether it was too blurred to tell an empty cell."""
    blur_px: float | None = None
    """The sigma of its edges, px; None where its tags didn't tell."""


@dataclass(frozen=True, slots=True, eq=False)
class LightBefore:
    """Hard light, as found by the shadows it throws."""

    lights: tuple[Light, ...] = ()
    """Where it comes from."""
    sought_at: Seconds = LONG_AGO
    """When it was looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelsBefore:
    """Labels that couldn't be read."""

    unread_mm: tuple[tuple[float, float], ...] = ()
    """Where labels lie that showed in the last look but couldn't be read."""
    tried_mm: tuple[tuple[float, float], ...] = ()
    """Where labels were looked for in vain in pictures that looked like the last."""
    printed: bool = False
    """Whether the board's own print has black and white all over, as labels have."""
    retries: int = 0
    """How often the unsure cells of a still picture have been read again."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardBefore:
    """The board with nothing over it, and the table at rest."""

    reference: Reference | None = None
    """The board alone, as last seen."""
    rest: Rest | None = None
    """The last still picture without a hand."""
    clear: frozenset[Cell] = frozenset()
    """Cells that were once in no doubt while the table lay at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class PiecesBefore:
    """The pieces and rocks as they were last seen."""

    placed: Mapping[PieceId, Placed] = field(default_factory=dict)
    """The pieces in their places."""
    boxes: Mapping[PieceId, Box] = field(default_factory=dict)
    """The small pixels where each of them may show."""
    rocks: Mountains = field(default_factory=dict)
    """Where the rocks stand: at home until a look has seen them."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadingState:
    """A reader's memory between frames, in groups by stage."""

    pictures: PicturesBefore = field(default_factory=PicturesBefore)
    """The pictures that a new one is compared with."""
    tags: Tags = field(default_factory=Tags)
    """The tags of the last picture that was read."""
    seat: Seat | None = None
    """Where the camera stands; None until the board is found."""
    focus: FocusBefore = field(default_factory=FocusBefore)
    """How sharp the last picture was that was read."""
    light: LightBefore = field(default_factory=LightBefore)
    """Where hard light comes from."""
    labels: LabelsBefore = field(default_factory=LabelsBefore)
    """Labels that couldn't be read."""
    board: BoardBefore = field(default_factory=BoardBefore)
    """The board alone, and the table at rest."""
    pieces: PiecesBefore = field(default_factory=PiecesBefore)
    """The pieces and rocks."""
    look: Look | None = None
    """The last look; None until the board is found, and after a picture that didn't show it."""


def begun(homes: Mountains) -> ReadingState:
    """Return the state before the first picture; `homes`: where the rocks stand until they are seen."""
    return ReadingState(pieces=PiecesBefore(rocks=homes))


def forgotten(state: ReadingState) -> ReadingState:
    """Return the state without all that was learnt from pixels; pieces and rocks keep their places."""
    return ReadingState(pieces=PiecesBefore(placed=state.pieces.placed, rocks=state.pieces.rocks))
