"""The measures of a camera's pictures, as values. `measuring` takes them, `scoring` scores them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.ids import Cell


@dataclass(frozen=True, slots=True)
class PictureBrightness:
    """The brightness of a picture, in levels up to 255."""

    white: float
    """The level of the tags' white; without tags that of the picture's brightest twentieth."""
    black: float
    """The level of the tags' black; without tags that of the picture's darkest twentieth."""
    blown: float
    """The part of the board (or picture) that is pure white and isn't a label, 0..1."""
    noise: float = 0.0
    """The change of a still pixel from picture to picture: a sigma in levels."""
    flicker: float = 0.0
    """The change of the whole picture's brightness from picture to picture, as a part of it."""
    bands: float = 0.0
    """The largest difference between the rows' light and that of the picture before, as a part of it."""
    moving: float = 0.0
    """The part of the picture that differs from the one before only in its light, 0..1."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """The blur of edges between black and white, as a sigma."""

    sigma_px: float
    """The median of all tags that were measured, px."""
    worst_px: float
    """The largest of them, px."""
    by_tags: bool
    """Whether tags were measured; if not, the picture's strongest edges were."""


@dataclass(frozen=True, slots=True)
class FrameTagsSeen:
    """The frame tags that a camera sees."""

    printed: int
    """The number of frame tags on the board."""
    read: tuple[int, ...]
    """The ids that were read."""
    outside: tuple[int, ...] = ()
    """The ids of those outside the picture."""
    covered: tuple[int, ...] = ()
    """The ids of those in the picture that weren't read: something hides them, or they are worn."""
    mirrored: bool = False
    """Whether they can be read in the picture's mirror image. Some cameras mirror their picture, for looking
    at oneself."""

    @property
    def unread(self) -> int:
        """The number of those in the picture that weren't read, as far as is known."""
        return self.printed - len(self.read) - len(self.outside)


@dataclass(frozen=True, slots=True)
class PrintScale:
    """The size of printed things relative to their files: 1 is exact; None if too few are in sight."""

    pieces: float | None = None
    """The size of the pieces' tags, on the board's scale."""
    frame: float | None = None
    """The size of the frame tags' squares. It is also None if the spread of white into black may explain the
    difference, which is up to two pixels."""
    displaced: tuple[int, float] | None = None
    """The frame tag that is furthest from its place, and its distance, mm."""


@dataclass(frozen=True, slots=True)
class Glare:
    """The cells under glare."""

    cells: tuple[Cell, ...]
    """The cells that reflect a lamp."""
    share: float
    """Their part of all cells, 0..1."""


@dataclass(frozen=True, slots=True)
class HardLight:
    """A light that casts hard shadows."""

    from_deg: float
    """Its direction in the picture, degrees: 0 is the right, counter-clockwise."""
    height_deg: float
    """Its elevation over the table, degrees."""
    kept: float
    """The part of the light that is left in its shadows, 0..1."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The timing of pictures; None if they don't come by themselves."""

    rate_hz: float | None = None
    """The pictures a second."""
    latency_ms: float | None = None
    """The age of a picture when it has been read, ms."""


@dataclass(frozen=True, slots=True)
class Measures:
    """All measures of one camera."""

    width_px: int
    """The pictures' width, px."""
    height_px: int
    """The pictures' height, px."""
    light: PictureBrightness
    """The brightness of the pictures."""
    sharpness: Sharpness
    """The sharpness of the pictures."""
    outline: FrameTagsSeen
    """The frame tags in sight."""
    px_per_module: Mapping[Cell, float] = field(default_factory=dict)
    """Px of a module of the pieces' smallest tag, by cell; empty while the board isn't found."""
    scale: PrintScale = PrintScale()
    """The sizes of printed things."""
    glare: Glare = Glare((), 0.0)
    """The cells under glare."""
    hard_light: HardLight | None = None
    """The light that casts hard shadows; None without one."""
    timing: Timing = Timing()
    """The timing of the pictures."""
    tilt_deg: float | None = None
    """The angle between the camera's axis and straight down, degrees; None while the board isn't found."""
    moved: bool = False
    """Whether the camera moved during the examination."""
    pieces_seen: int = 0
    """The number of pieces in the last look."""
    unsure: int = 0
    """The number of uncertain cells in the last look."""
