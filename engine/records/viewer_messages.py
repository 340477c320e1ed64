"""Messages that viewers of recordings know by name and draw: a scene of the table, a log of verdicts.

Fields and names are from Foxglove's published schemas, as far as we fill them.
"""

from dataclasses import dataclass
from enum import IntEnum

from engine.records.camera_frame import Stamp


@dataclass(frozen=True, slots=True)
class ScenePoint:
    """A point, or a size, in metres."""

    x: float
    """To the right, from the board's centre."""
    y: float
    """Away from row 1."""
    z: float
    """Up, from the board."""


@dataclass(frozen=True, slots=True)
class SceneTurn:
    """A rotation as a quaternion."""

    x: float = 0.0
    """Its part along x."""
    y: float = 0.0
    """Its part along y."""
    z: float = 0.0
    """Its part along z."""
    w: float = 1.0
    """Its real part."""


@dataclass(frozen=True, slots=True)
class ScenePose:
    """A place and a rotation."""

    position: ScenePoint
    """The place."""
    orientation: SceneTurn = SceneTurn()
    """The rotation."""


@dataclass(frozen=True, slots=True)
class SceneColour:
    """A colour, each part 0..1."""

    r: float
    """Red."""
    g: float
    """Green."""
    b: float
    """Blue."""
    a: float = 1.0
    """Its opacity."""


class SceneLineType(IntEnum):
    """How points are joined."""

    LINE_STRIP = 0
    LINE_LOOP = 1
    LINE_LIST = 2


@dataclass(frozen=True, slots=True)
class SceneLine:
    """Lines between points."""

    type: SceneLineType
    """How the points are joined."""
    pose: ScenePose
    """The place that the points are relative to."""
    thickness: float
    """The width of the line: px where it's invariant, else metres."""
    scale_invariant: bool
    """Whether the line is as wide from near as from far."""
    points: tuple[ScenePoint, ...]
    """The points."""
    color: SceneColour
    """The colour."""


@dataclass(frozen=True, slots=True)
class SceneCylinder:
    """A cylinder."""

    pose: ScenePose
    """The place of its middle."""
    size: ScenePoint
    """Its width, depth and height."""
    bottom_scale: float
    """The width of its bottom as a part of `size`."""
    top_scale: float
    """The width of its top as a part of `size`."""
    color: SceneColour
    """The colour."""


@dataclass(frozen=True, slots=True)
class SceneText:
    """A text in the scene."""

    pose: ScenePose
    """Its place."""
    billboard: bool
    """Whether it always faces the viewer."""
    font_size: float
    """How high a line is: px where it's invariant, else metres."""
    scale_invariant: bool
    """Whether it is as large from near as from far."""
    color: SceneColour
    """The colour."""
    text: str
    """The text."""


@dataclass(frozen=True, slots=True)
class SceneEntity:
    """One part of the scene, which replaces the part of the same name."""

    timestamp: Stamp
    """The time that it shows."""
    frame_id: str
    """The name of the coordinate frame."""
    id: str
    """The part's name."""
    lifetime: Stamp
    """How long it stays; 0: until it's replaced."""
    frame_locked: bool
    """Whether it moves with its coordinate frame."""
    cylinders: tuple[SceneCylinder, ...] = ()
    """Its cylinders."""
    lines: tuple[SceneLine, ...] = ()
    """Its lines."""
    texts: tuple[SceneText, ...] = ()
    """Its texts."""


class SceneDeletionType(IntEnum):
    """The parts of a scene that go."""

    MATCHING_ID = 0
    ALL = 1


@dataclass(frozen=True, slots=True)
class SceneDeletion:
    """Parts of the scene that go."""

    timestamp: Stamp
    """Parts from before this time go."""
    type: SceneDeletionType
    """Whether one part goes or all do."""
    id: str
    """The name of the part."""


@dataclass(frozen=True, slots=True)
class SceneUpdate:
    """Parts of the scene that are new."""

    entities: tuple[SceneEntity, ...]
    """The parts."""
    deletions: tuple[SceneDeletion, ...] = ()
    """The parts that go; a part that is replaced needs none."""


class LogLevel(IntEnum):
    """How much a line of the log matters."""

    DEBUG = 1
    INFO = 2
    WARNING = 3


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log."""

    timestamp: Stamp
    """The log line's time."""
    level: LogLevel
    """How much it matters."""
    message: str
    """The text."""
    name: str
    """The name of the speaker."""
    file: str
    """The rules that it names; empty for none."""
    line: int
    """The match's revision at that time."""
