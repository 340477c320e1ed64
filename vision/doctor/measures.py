"""The measures of a camera's pictures. Values only: scored in `scoring`, measured in `measuring`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.ids import Cell


@dataclass(frozen=True, slots=True)
class PictureBrightness:
    """How bright a picture is, in levels of 255."""

    white: float
    """The level of the tags' white; without tags that of the picture's brightest twentieth."""
    black: float
    """The level of the tags' black; without tags that of its darkest twentieth."""
    blown: float
    """The part of the board (or picture) that is pure white and isn't a label."""
    noise: float = 0.0
    """The change of a still pixel from picture to picture, as a sigma in levels."""
    flicker: float = 0.0
    """The change of the whole picture's brightness, as a part of it."""
    bands: float = 0.0
    """The difference of its rows' light from the picture before, as a part of it."""
    moving: float = 0.0
    """The part of the picture that differs from the one before in nothing but its light."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How wide an edge between black and white is, as the sigma of a blur."""

    sigma_px: float
    """The median of all tags that were measured, px."""
    worst_px: float
    """The widest, px."""
    by_tags: bool
    """Whether tags were measured; otherwise the picture's strongest edges were."""


@dataclass(frozen=True, slots=True)
class FrameTagsSeen:
    """The frame tags that a camera sees."""

    printed: int
    """How many the board has."""
    read: tuple[int, ...]
    """The ids that were read."""
    outside: tuple[int, ...] = ()
    """The ids that lie outside the picture."""
    covered: tuple[int, ...] = ()
    """The ids that lie in the picture but weren't read: something hides them, or they are worn."""
    mirrored: bool = False
    """Whether they show in the picture's mirror image, as cameras send it for looking at oneself."""

    @property
    def unread(self) -> int:
        """How many lie in the picture but weren't read, as far as is known."""
        return self.printed - len(self.read) - len(self.outside)


@dataclass(frozen=True, slots=True)
class PrintScale:
    """How large printed things are beside their files: 1 is exact; None when too little is in sight."""

    pieces: float | None = None
    """The pieces' tags, measured on the board's scale."""
    frame: float | None = None
    """The frame tags' squares. None also while light that spreads into the black can be the reason: that
    makes up to two pixels."""
    displaced: tuple[int, float] | None = None
    """The frame tag that lies furthest from its place, and how far, mm."""


@dataclass(frozen=True, slots=True)
class Glare:
    """Where a lamp is mirrored."""

    cells: tuple[Cell, ...]
    """The cells that mirror it."""
    share: float
    """Their part of all cells, 0..1."""


@dataclass(frozen=True, slots=True)
class HardLight:
    """One light that throws hard shadows."""

    from_deg: float
    """Where it comes from as the picture shows it: 0 is the right, counter-clockwise."""
    height_deg: float
    """How high it stands over the table."""
    kept: float
    """The part of the light that is left in its shadows, 0..1."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How pictures come; None where they don't come by themselves."""

    rate_hz: float | None = None
    """How many come a second."""
    latency_ms: float | None = None
    """How old one is when it has been looked at."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Everything that is measured of one camera."""

    width_px: int
    """The pictures' width."""
    height_px: int
    """The pictures' height."""
    light: PictureBrightness
    """How bright they are."""
    sharpness: Sharpness
    """How sharp they are."""
    outline: FrameTagsSeen
    """The frame tags in sight."""
    px_per_module: Mapping[Cell, float] = field(default_factory=dict)
    """Px of a module of the pieces' smallest tag, by cell; empty while the board isn't found."""
    scale: PrintScale = PrintScale()
    """The sizes of printed things."""
    glare: Glare = Glare((), 0.0)
    """Where a lamp is mirrored."""
    hard_light: HardLight | None = None
    """The light that throws hard shadows; None without one."""
    timing: Timing = Timing()
    """How pictures come."""
    tilt_deg: float | None = None
    """How far the camera leans from straight overhead; None while the board isn't found."""
    moved: bool = False
    """Whether the camera moved meanwhile."""
    pieces_seen: int = 0
    """How many pieces the last look saw."""
    unsure: int = 0
    """How many cells it was unsure of."""
