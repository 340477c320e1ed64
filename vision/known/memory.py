"""A reader's memory between frames: one value, replaced whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from vision.board.field import CameraField
from vision.board.location import Location
from vision.board.places import Mountains, Placed
from vision.change.clock_overlay import Writing
from vision.change.small_picture import Small
from vision.change.stabilisation import Anchor
from vision.known.background import Reference, Rest
from vision.light.light_direction import Light
from vision.pictures.frame import Box
from vision.tags.scanning import Tags

LONG_AGO, NEVER = Seconds(-1e9), Seconds(inf)


@dataclass(frozen=True, slots=True, eq=False)
class ReadingState:
    """What is known between frames.

    `anchor`: the picture that the camera was located in. `last` is the picture before; `read_from` the one
    that the tags were last read from, part by part.
    `boxes`: the small pixels in which each piece that is placed may show.
    `mountains` is None until a look: the rocks then stand at home.
    `settles_at`: from when on a still picture is read once more, as the last reading was of one in which
    something moved; never, where it wasn't.
    `last_at`, `read_at`: when the last picture was taken, and the last whose tags were read or found as
    they were.
    `unread_mm`: where labels lie that showed in the last look but couldn't be read.
    `tried_mm`: where labels were looked for in vain in pictures that looked like the last.
    `retries`: how often the unsure cells of a still picture have been read again.
    `lights`: where hard light comes from, as found by shadows at `lights_at`.
    `blurred`: the last picture that was read was too much so to tell what is empty; `blur_px`: how much so.
    `printed`: the board's own print has black and white all over, as labels have.
    `clear`: cells that were once in no doubt while the table lay at rest.
    `writing`: where a clock ticks that is written into the pictures.
    """

    location: Location | None = None
    anchor: Anchor | None = None
    ground: CameraField | None = None
    tags: Tags = field(default_factory=Tags)
    last: Small | None = None
    read_from: Small | None = None
    reference: Reference | None = None
    rest: Rest | None = None
    placed: Mapping[PieceId, Placed] = field(default_factory=dict)
    boxes: Mapping[PieceId, Box] = field(default_factory=dict)
    mountains: Mountains | None = None
    look: Look | None = None
    unread_mm: tuple[tuple[float, float], ...] = ()
    tried_mm: tuple[tuple[float, float], ...] = ()
    retries: int = 0
    blurred: bool = False
    blur_px: float | None = None
    printed: bool = False
    clear: frozenset[Cell] = frozenset()
    lights: tuple[Light, ...] = ()
    lights_at: Seconds = LONG_AGO
    settles_at: Seconds = NEVER
    last_at: Seconds = LONG_AGO
    read_at: Seconds = LONG_AGO
    writing: Writing | None = None
