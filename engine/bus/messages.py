"""What travels on the bus. Frozen values; the codec turns them into JSON and back, checked."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core.clock import Stand
from engine.core.dice import Dice
from engine.core.finding import Finding
from engine.core.game import Advice, LeftToDo, UseView, View
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.tags import Thing
from engine.core.verdict import BrokenRule, PlayedAction, Verdict


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a service or device is there. Retained; the last will says `online: false`."""

    online: bool
    version: str = ""
    pid: int = 0
    since: float = 0.0
    reason: str = ""


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
    problem: str = ""
    damaged: int = 0
    last_taken_at: float = 0.0
    settings: str = ""
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
    text: str


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
    text: str = ""
    views: int = 0
    wanted: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class DeviceState:
    """How one board device does."""

    device: str
    port: str
    connected: bool
    firmware: str = ""
    simulated: bool = False
    frames_received: int = 0
    frames_damaged: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class DeviceOrder:
    """What a device is to do: `lights` (`cells` in `colour`), `sound` (`name`), `brightness` (`value`, in %).

    For pads, sealed: `read_tag` (`value`: its uid), `write_tag` (behind the uid the text that it is to keep).
    """

    order: str
    cells: tuple[Cell, ...] = ()
    colour: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class SurfaceCell:
    """A cell as a page draws it: outline and centre in board millimetres, y away from row 1."""

    cell: Cell
    x_mm: float
    y_mm: float
    outline_mm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Surface:
    """The field. Retained; published by the engine when a match opens."""

    board: str
    size_mm: tuple[float, float]
    cells: tuple[SurfaceCell, ...]


@dataclass(frozen=True, slots=True)
class EarlierPosition:
    """A position that can be taken back to: before which action. `this_turn`: whoever plays may alone."""

    revision: int
    before: str
    this_turn: bool


@dataclass(frozen=True, slots=True)
class MatchState:
    """The match as spectators may see it. Retained; `revision` counts committed actions.

    `choices`: while a player must choose outside the usual turn (answer a hit, place, draft), what there is
    to choose from, as far as everybody may know it. `dice`: how dice come. `earlier`: the last positions that
    can be taken back to, oldest first.
    """

    match: str
    game: str
    revision: int
    opened_at: Seconds
    view: View
    last_actions: tuple[str, ...] = ()
    choices: tuple[PlayedAction, ...] = ()
    dice: Dice = Dice.SEED
    earlier: tuple[EarlierPosition, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTime:
    """A seat's time: `left_s` (below nought: it's over), and how long it still waits before it runs."""

    seat: Seat
    left_s: float
    runs: bool = False
    delay_s: float = 0.0
    fallen: bool = False


@dataclass(frozen=True, slots=True)
class ClockState:
    """The match's clock at the moment of telling. Retained; told every second while anybody's time runs.

    `control` is as `--clock` has it, empty where nobody's time is taken. `stands`: why nobody's time runs.
    """

    match: str
    control: str = ""
    seats: tuple[SeatTime, ...] = ()
    stands: Stand | None = None


@dataclass(frozen=True, slots=True)
class AdviceSheet:
    """What every piece can do and suffer, and what is left to do, at one revision. Retained."""

    match: str
    revision: int
    advice: tuple[Advice, ...]
    left: tuple[LeftToDo, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What one seat alone may know, at one revision. Never on the bus as it is: see `SealedSheet`.

    `uses`: its cards, skills and deeds. `choices`: what it has to choose from outside the usual turn, beside
    its uses. `laid`: the keys of the uses whose cards lie on its pad and wait for a target; `laid_text`: what
    is to be said of a card that lies there and can't be used.
    """

    match: str
    revision: int
    seat: Seat
    uses: tuple[UseView, ...] = ()
    choices: tuple[PlayedAction, ...] = ()
    laid: tuple[str, ...] = ()
    laid_text: str = ""


@dataclass(frozen=True, slots=True)
class SealedSheet:
    """A seat's sheet, or the tags', on the bus: encrypted, and padded so that its length tells nothing.

    Retained. `engine.bus.sealing` makes and opens it; only engine and dashboard have the table's key.
    """

    sealed: str


@dataclass(frozen=True, slots=True)
class TakeBackWish:
    """Some seats want to go back to a revision; it happens once those of `waiting` ask for it too."""

    revision: int
    wanted_by: tuple[Seat, ...]
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LaidTag:
    """A tag on a pad.

    `thing`: what it's stuck to, by the table's book; empty for an unknown one, `?` for one that is known and,
    in a match, nobody's business. `says`: what its own memory says that it is. `note`: how writing it went.
    """

    pad: str
    uid: str
    thing: str = ""
    says: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TagSheet:
    """The tags that lie on the pads, and the things that a tag can be stuck to: for the arbiter alone.

    Which card is on whose pad is that seat's secret, so it travels as `SealedSheet` too.
    """

    tags: tuple[LaidTag, ...] = ()
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """How the table stands against the match now. Retained; the last verdicts, newest last, come with it.

    `current` is the verdict in force (a warning, a question, pieces to put), or None when all is right.
    `paused`: the players broke off, and nothing is judged. `wish`: a take-back that
    isn't agreed to by all.
    """

    match: str
    revision: int
    watching: bool
    current: Verdict | None = None
    recent: tuple[Verdict, ...] = ()
    problem: str = ""
    paused: bool = False
    wish: TakeBackWish | None = None


class CommandKind(StrEnum):
    """What can be asked of the engine.

    `act`: play `action`. `choose`: settle a question by `choice`. `table_is_right` / `game_is_right`: what
    holds where they differ. `open`: begin a match by `setup`. `ask`: what forbids `piece` to do something at
    `place`, a cell or another piece; changes nothing. `enrol`: the tag `tag` is stuck to `thing`.
    """

    ACT = "act"
    CHOOSE = "choose"
    TABLE_IS_RIGHT = "table_is_right"
    GAME_IS_RIGHT = "game_is_right"
    TAKE_BACK = "take_back"
    PAUSE = "pause"
    RESUME = "resume"
    OPEN = "open"
    ASK = "ask"
    ENROL = "enrol"


@dataclass(frozen=True, slots=True)
class Command:
    """A request to the engine, decided on `revision`. `id` is the sender's, unique; a repeat does no harm.

    `seat`: the seat whose own tablet (or bot) asks; None: the table's, which may play only what's no secret.
    """

    id: str
    kind: CommandKind
    revision: int
    seat: Seat | None = None
    action: dict[str, Any] = field(default_factory=dict)
    choice: int = -1
    setup: dict[str, Any] = field(default_factory=dict)
    piece: PieceId | None = None
    place: str = ""
    tag: str = ""
    thing: str = ""


class AnswerCode(StrEnum):
    """The closed list of how a command can end."""

    DONE = "done"
    STALE = "stale"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    NOT_NOW = "not_now"


@dataclass(frozen=True, slots=True)
class Refused:
    """One thing that was asked about: the game's word for it, where or with whom, the rules it breaks."""

    use: str
    target: str
    broken: tuple[BrokenRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's answer to one command.

    `refused` is what `ask` asked about; what breaks no rule may be done.
    """

    command: str
    code: AnswerCode
    revision: int
    text: str = ""
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class SimulatedPiece:
    """A piece of the simulated table: where it physically lies, in board millimetres; None is the box."""

    piece: str
    x_mm: float | None
    y_mm: float | None
    face: str = "up"
    turned_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """All physical pieces of the simulated table. Retained. `match` is the match it was last set up for."""

    pieces: tuple[SimulatedPiece, ...]
    match: str = ""


@dataclass(frozen=True, slots=True)
class SimulatorOrder:
    """What a visitor does at the simulated table: `put`, `flip` or `take` a piece, `press` a button.

    `throw`: a die into the tray. `lay`: the tag with the uid `tag` on the pad `device`, in place of the one
    that lies there; without a uid, that is taken off.
    """

    order: str
    piece: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    button: str = ""
    device: str = ""
    tag: str = ""
