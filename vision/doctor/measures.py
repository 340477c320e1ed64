"""The measures of a camera's pictures. Values only: scored in `scoring`, measured in `measuring`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.ids import Cell


@dataclass(frozen=True, slots=True)
class PictureBrightness:
    """How bright a picture is, in levels of 255.

    `white`, `black`: of the tags' print, or without tags the picture's brightest and darkest twentieth.
    `blown`: the share of the board (or picture) that is pure white and isn't a label. `noise`: by how much
    a still pixel changes from picture to picture (sigma). `flicker`: by which share the brightness does.
    `bands`: by which share the light of the picture's rows differs from that of the picture before.
    `moving`: the share of the picture in which nothing but the light differs from the picture before.
    """

    white: float
    black: float
    blown: float
    noise: float = 0.0
    flicker: float = 0.0
    bands: float = 0.0
    moving: float = 0.0


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How wide an edge between black and white is, as the sigma of a blur, px.

    `worst_px` is that of the least sharp frame tag; `by_tags` says that tags were measured, not the picture.
    """

    sigma_px: float
    worst_px: float
    by_tags: bool


@dataclass(frozen=True, slots=True)
class FrameTagsSeen:
    """The frame tags: how many are printed, which were read, and which lie outside the picture.

    `mirrored`: they show in the picture's mirror image, as cameras send it for looking at oneself.
    """

    printed: int
    read: tuple[int, ...]
    outside: tuple[int, ...] = ()
    mirrored: bool = False

    @property
    def unread(self) -> int:
        """How many lie in the picture but weren't read, as far as is known."""
        return self.printed - len(self.read) - len(self.outside)


@dataclass(frozen=True, slots=True)
class PrintScale:
    """How large things are compared with their files: 1 is exact; None when too little of it is in sight.

    `pieces`: tags of the pieces, measured on the board's own scale. `frame`: the frame tags' squares; None
    also while light that spreads into the black can be the reason: up to two pixels look like that.
    `displaced`: the frame tag that lies furthest from its place, and how far, mm.
    """

    pieces: float | None = None
    frame: float | None = None
    displaced: tuple[int, float] | None = None


@dataclass(frozen=True, slots=True)
class Glare:
    """Where a lamp is mirrored: cells, and the shares of the board's cells that they are."""

    cells: tuple[Cell, ...]
    share: float


@dataclass(frozen=True, slots=True)
class HardLight:
    """One light that throws hard shadows.

    `from_deg`: where it comes from as the picture shows it, 0 from the right, counter-clockwise;
    `height_deg`: how high it stands over the table; `kept`: how much of the light is left in its shadows.
    """

    from_deg: float
    height_deg: float
    kept: float


@dataclass(frozen=True, slots=True)
class Timing:
    """How pictures come: a second, and how old one is when it has been looked at, ms. None when not live."""

    rate_hz: float | None = None
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Measures:
    """All that is measured of one camera. `px_per_module`: of the pieces' smallest tag in each cell.

    `tilt_deg`: how far the camera leans from straight overhead. `moved`: whether it moved meanwhile.
    """

    width_px: int
    height_px: int
    light: PictureBrightness
    sharpness: Sharpness
    outline: FrameTagsSeen
    px_per_module: Mapping[Cell, float] = field(default_factory=dict)
    scale: PrintScale = PrintScale()
    glare: Glare = Glare((), 0.0)
    hard_light: HardLight | None = None
    timing: Timing = Timing()
    tilt_deg: float | None = None
    moved: bool = False
    pieces_seen: int = 0
    unsure: int = 0
