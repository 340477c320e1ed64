"""What sources saw, at one moment each: the evidence that travels from cameras and boards to the engine.

"Saw nothing" and "couldn't look" are different values: a cell that is neither under a seen piece, nor
`unsure`, nor `blind`, was looked at and is empty, if the look covers it. A fact that a source can't know is
None, never a default.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face


class Knowing(StrEnum):
    """What a source can know of what lies somewhere.

    `SOMETHING`: that something does, without a name or a number (a reed or Hall switch). `WHICH`: which piece
    (an RFID reader): not its turn or push, perhaps not its face. `HOW`: which and how it lies (a camera).
    """

    SOMETHING = "something"
    WHICH = "which"
    HOW = "how"


@dataclass(frozen=True, slots=True)
class Seen:
    """One piece as a camera saw it: this lies so.

    `x_mm`, `y_mm` are board millimetres (origin at the board's centre, y away from row 1), of the piece's
    foot. `edge`: whether it is pushed to its cell's edge; None from a source that can't tell.
    `turned_deg` is the tag's yaw against the board, counter-clockwise, in [0, 360). `confidence` in
    0..1; `margin` is how much better the tag's id fits than the second best, in the detector's own score.
    `sideways`: whether it lies across what is upright in its cell; None where it leans between both, and of
    what was recorded before anybody asked.
    """

    piece: PieceId
    cell: Cell
    x_mm: float
    y_mm: float
    face: Face
    turned_deg: float
    edge: bool | None
    confidence: float
    margin: float
    sideways: bool | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """One piece that a reader named: this lies here, it can't tell how.

    `face` is known where each side of the piece carries a tag of its own, and None elsewhere.
    """

    piece: PieceId
    cell: Cell
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Backs:
    """How many pieces show one back in a cell; which pieces they are nobody can see.

    `back`: the game's word for what the back looks like (`Heap.back`). Of a pile only the top one shows.
    """

    cell: Cell
    back: str
    number: int


@dataclass(frozen=True, slots=True)
class Look:
    """One source's look at the board, or at the part of it that it covers.

    `piece` ids are the tags' (`gen.est`). `blind`: cells that couldn't be looked at (a hand, glare, out of
    the frame). `unsure`: cells with something on them that couldn't be read; from a source that knows only
    `SOMETHING`, all in which something lies. `steady`: nothing moved in
    the picture since the look before. `moved`: camera or board shifted, so places can't be trusted. `trust`:
    how far this source can be relied on, 0..1, for where two of them disagree: by its sharpness and its lens.
    `confidence`: how sure it is, 0..1, that a cell is empty, unsure or blind, whichever it says, of each that
    isn't only under seen pieces; 0.5 is a toss-up. A source that doesn't measure it leaves it out.
    `board`: the name of the board that was looked for; empty where only one can be meant.
    `knows`: what it can know at all; of what lies somewhere a reader says `named`, a camera `seen`, a switch
    only `unsure`. `covers`: the cells that it looks at; None: the whole board. Absence
    counts only there, and only of the pieces that it `notices` (those with a magnet, with a sticker; None:
    all). `backs`: what lies face down without a name, cell by cell; None from a source that can't tell backs.
    """

    source: str
    sequence: int
    taken_at: Seconds
    seen: tuple[Seen, ...]
    unsure: tuple[Cell, ...]
    blind: tuple[Cell, ...]
    steady: bool
    moved: bool
    trust: float = 1.0
    confidence: dict[Cell, float] = field(default_factory=dict)
    board: str = ""
    knows: Knowing = Knowing.HOW
    covers: tuple[Cell, ...] | None = None
    notices: tuple[PieceId, ...] | None = None
    named: tuple[Named, ...] = ()
    backs: tuple[Backs, ...] | None = None


@dataclass(frozen=True, slots=True)
class DeviceEvent:
    """Something a board device reported: a button, a tag on a pad, a cell switched.

    `event` is `button` (`name` says which: `end_turn`), `tag` (`name` is the pad, `value` the uids of the
    tags that lie there now, with blanks between, or empty), `content` or `refused` (`value` is a tag's uid,
    and behind a blank the text that it keeps, or why that can't be told or written), `cell` (`name` is the
    cell, `value` `covered` or `clear`), `dice` (`name` is `die`, `value` the faces that came to rest, with
    blanks between). What pads read travels sealed. `mark`, unless empty, is the same whenever this event is
    told again, and no other event's of this device: take each mark once.
    """

    device: str
    taken_at: Seconds
    event: str
    name: str
    value: str = ""
    mark: str = ""
