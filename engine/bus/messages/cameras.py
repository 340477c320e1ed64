"""Messages of cameras, and requests to them."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.findings import Finding
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class CameraState:
    """The state of one camera."""

    camera: str
    """The camera's name."""
    source: str
    """The device or file that its pictures are from."""
    width_px: int = 0
    """The width of its pictures; 0 until it is known."""
    height_px: int = 0
    """The height of its pictures; 0 until it is known."""
    rate_hz: float = 0.0
    """How many frames a second are looked at."""
    frames: int = 0
    """How many frames were looked at."""
    dropped: int = 0
    """How many frames were passed over."""
    frame_tags_seen: int = 0
    """How many of the board's frame tags the newest frame shows."""
    px_per_module: float = 0.0
    """Pixels per module of the smallest tags; 0 until it is known."""
    simulated: bool = False
    """It is a simulated camera."""
    ended: bool = False
    """Its pictures are at their end."""
    problem: Phrase = field(default_factory=unsaid)
    """The problem and its remedy as a sentence; unsaid while all is well."""
    damaged: int = 0
    """How many frames were damaged."""
    last_taken_at: float = 0.0
    """When the newest frame that was looked at was taken, in seconds by the wall clock; 0 before the first.
    """
    settings: Phrase = field(default_factory=unsaid)
    """The mode, exposure and focus that the driver reports, for people."""
    lens: str = ""
    """Where the facts about the lens come from."""
    trust: float = 0.0
    """How far its looks can be relied on, 0..1."""
    moves: int = 0
    """How often the camera or the board was moved."""
    remark: Phrase = field(default_factory=unsaid)
    """A sentence while its looks are less exact but judging goes on; else unsaid."""


class CameraEventKind(StrEnum):
    """The events of a camera.

    `lost`: the board isn't found any more. `found`: it is again, or for the first time. `moved`: camera or
    board have moved, and the new place is known. `resized`: pictures of another size come. `silent`: no
    pictures come. `back`: they do again.
    """

    LOST = "lost"
    FOUND = "found"
    MOVED = "moved"
    RESIZED = "resized"
    SILENT = "silent"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class CameraEvent:
    """An event of a camera that holds up judging, or ends that."""

    camera: str
    """The camera's name."""
    taken_at: Seconds
    """When it happened, in seconds by the wall clock."""
    event: CameraEventKind
    """The kind of event."""
    text: Phrase
    """The event for people."""


class CameraOrderKind(StrEnum):
    """The requests to a camera's service.

    `watch`: send pictures and checkups for a few seconds. `examine`: send checkups alone. `steps`: draw each
    step of reading the next picture, once. `calibrate`: begin to measure the lens. `finish`: measure it by
    the views that are kept. `again`: drop these views. `stop`: leave the lens as it was. Repeat `watch`,
    `examine` and `calibrate` while somebody looks. Else the service goes back to the board by itself.
    """

    WATCH = "watch"
    EXAMINE = "examine"
    STEPS = "steps"
    CALIBRATE = "calibrate"
    FINISH = "finish"
    AGAIN = "again"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class CameraOrder:
    """A request to a camera's service."""

    order: CameraOrderKind
    """The kind of request."""


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """A small picture for setting a camera up; sent while somebody asks for it."""

    camera: str
    """The camera's name."""
    sequence: int
    """The frame's number."""
    taken_at: Seconds
    """When it was taken, in seconds by the wall clock."""
    width_px: int
    """The picture's width."""
    height_px: int
    """The picture's height."""
    jpeg: bytes
    """The picture as JPEG."""


@dataclass(frozen=True, slots=True)
class StepPictures:
    """Each step of reading one picture, drawn for people who work on vision; sent once for each request."""

    camera: str
    """The camera's name."""
    sequence: int
    """The frame's number."""
    taken_at: Seconds
    """When it was taken, in seconds by the wall clock."""
    packed: bytes
    """A ZIP file: the camera's picture, a page about the steps, and a picture of each step."""


@dataclass(frozen=True, slots=True)
class ProofPictures:
    """The part of the board that a verdict is about, in one camera's pictures before and after.

    They show nothing beside the board.
    """

    camera: str
    """The camera's name."""
    before: int | None
    """The number of the look before, as in the verdict's proofs; None: there is none."""
    after: int
    """The number of the look after, as in the verdict's proofs."""
    before_jpeg: bytes
    """The picture before, as JPEG; empty if there is none."""
    after_jpeg: bytes
    """The picture after, as JPEG."""


@dataclass(frozen=True, slots=True)
class CellScale:
    """How one cell looks to a camera."""

    cell: Cell
    """The cell."""
    px_per_module: float
    """Pixels per module of the smallest tags."""
    outline: tuple[tuple[float, float], ...]
    """Its corners as parts of the picture's width and height."""
    shines: bool = False
    """A lamp is mirrored there."""


@dataclass(frozen=True, slots=True)
class CameraCheckup:
    """How well a camera sees the board, sent every few seconds while somebody sets it up."""

    camera: str
    """The camera's name."""
    sequence: int
    """The number of the frame that was checked."""
    findings: tuple[Finding, ...]
    """The results of the checks."""
    first: str = ""
    """The check to mend first; empty when all is well."""
    cells: tuple[CellScale, ...] = ()
    """The board's cells; empty while the board isn't found."""


class CalibrationStage(StrEnum):
    """The stages of measuring a lens. `off`: nobody measures."""

    OFF = "off"
    SHOWING = "showing"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CalibrationState:
    """How far the measuring of a camera's lens is."""

    camera: str
    """The camera's name."""
    stage: CalibrationStage
    """The stage that it has reached."""
    text: Phrase = field(default_factory=unsaid)
    """The stage for people."""
    views: int = 0
    """How many views of the sheet are kept."""
    wanted: tuple[Phrase, ...] = ()
    """The views of the sheet that are still needed, in words."""
    parts: tuple[int, ...] = ()
    """Corners seen in each ninth of the picture, row by row."""
    found: bool = False
    """The last picture shows the sheet."""
    still: bool = False
    """The sheet lies still."""
    outline: tuple[tuple[float, float], ...] = ()
    """The sheet's corners in the last picture, as parts of its width and height."""
    rms_px: float = 0.0
    """The reprojection error over all views; 0 until it is measured."""
    focal_px: float = 0.0
    """The focal length; 0 until it is measured."""
    focal_sigma_px: float = 0.0
    """The focal length's standard error; 0 until it is measured."""
    errors: tuple[float, ...] = ()
    """Each view's reprojection error, px."""
    dropped: tuple[float, ...] = ()
    """The reprojection errors of the views that were left out, px."""


@dataclass(frozen=True, slots=True)
class DiceState:
    """The contents of the dice tray."""

    camera: str
    """The camera's name."""
    rolling: bool
    """Something there moves, can't be read, or hasn't lain still for long enough to count."""
    values: tuple[int, ...] = ()
    """The dice that are read, in order of place."""
    unsure: int = 0
    """How many other things lie there."""
