"""What cameras say, and what they are asked for."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.findings import Finding
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class CameraState:
    """How one camera does. `problem` is empty while all is well, else a sentence with what to do.

    `last_taken_at` is when its newest frame was taken that was looked at, 0 before the first. `settings`:
    what the driver says of mode, exposure and focus. `lens`: where the lens is known from. `trust`: how far
    its looks can be relied on, 0..1. `moves`: how often the camera or the board was moved.
    """

    camera: str
    source: str
    width_px: int = 0
    height_px: int = 0
    rate_hz: float = 0.0
    frames: int = 0
    dropped: int = 0
    frame_tags_seen: int = 0
    px_per_module: float = 0.0
    simulated: bool = False
    ended: bool = False
    problem: Phrase = field(default_factory=unsaid)
    damaged: int = 0
    last_taken_at: float = 0.0
    settings: Phrase = field(default_factory=unsaid)
    lens: str = ""
    trust: float = 0.0
    moves: int = 0


class CameraEventKind(StrEnum):
    """What can happen to a camera.

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
    """Something that happened to a camera and holds up judging, or ends that; `text` says it for people."""

    camera: str
    taken_at: Seconds
    event: CameraEventKind
    text: Phrase


class CameraOrderKind(StrEnum):
    """What a camera's service can be asked for.

    `watch`: send pictures for a few seconds. `calibrate`: begin to measure the lens. `finish`: take the views
    there are. `again`: forget them. `stop`: leave the lens as it was. Repeat `watch` and `calibrate` while
    somebody looks: without, the service goes back to the board by itself.
    """

    WATCH = "watch"
    CALIBRATE = "calibrate"
    FINISH = "finish"
    AGAIN = "again"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class CameraOrder:
    """A request to a camera's service."""

    order: CameraOrderKind


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """A small picture for people who set the camera up; sent while somebody asks for it."""

    camera: str
    sequence: int
    taken_at: Seconds
    width_px: int
    height_px: int
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class ProofPictures:
    """The part of the board that a verdict is about, as one camera saw it before (if it did) and after.

    `before` and `after` number the looks as in the verdict's proofs. Nothing beside the board is on them.
    """

    camera: str
    before: int | None
    after: int
    before_jpeg: bytes
    after_jpeg: bytes


@dataclass(frozen=True, slots=True)
class CellScale:
    """A cell as a camera has it: px a module of the smallest tags, its outline as parts of the picture.

    `shines`: a lamp is mirrored there.
    """

    cell: Cell
    px_per_module: float
    outline: tuple[tuple[float, float], ...]
    shines: bool = False


@dataclass(frozen=True, slots=True)
class CameraCheckup:
    """How well a camera sees the board, told every few seconds while somebody sets it up.

    `first` is the check to mend first, empty when all is well. `cells` is empty while the board isn't found.
    """

    camera: str
    sequence: int
    findings: tuple[Finding, ...]
    first: str = ""
    cells: tuple[CellScale, ...] = ()


class CalibrationStage(StrEnum):
    """Where measuring a lens stands. `off`: nobody does."""

    OFF = "off"
    SHOWING = "showing"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CalibrationState:
    """How far measuring a camera's lens has come.

    `wanted`: what is still to be shown, in words. `parts`: corners seen in each ninth of the picture, row by
    row. `outline`: the sheet's corners in the last picture, as parts of its width and height. `errors`: each
    view's reprojection error, px; `dropped`: those of the views that were left out. `text`: for people.
    """

    camera: str
    stage: CalibrationStage
    text: Phrase = field(default_factory=unsaid)
    views: int = 0
    wanted: tuple[Phrase, ...] = ()
    parts: tuple[int, ...] = ()
    found: bool = False
    still: bool = False
    outline: tuple[tuple[float, float], ...] = ()
    rms_px: float = 0.0
    focal_px: float = 0.0
    focal_sigma_px: float = 0.0
    errors: tuple[float, ...] = ()
    dropped: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceState:
    """What lies in the dice tray. `values`: dice that are read, in order of place; `unsure`: other things.

    `rolling`: something there moves, can't be read, or hasn't lain still for long enough to count.
    """

    camera: str
    rolling: bool
    values: tuple[int, ...] = ()
    unsure: int = 0
