"""Looks of sources: the evidence of one moment that travels from a camera or board to the engine.

"Saw nothing" and "couldn't look" are different values: a cell that the look covers is empty if it is neither
under a seen piece, nor `unsure`, nor `blind`. A fact that a source can't know is None, never a default.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face


class SourceKnows(StrEnum):
    """The most that a source can know of a piece.

    `SOMETHING`: something lies there, without a name or a number (a reed or Hall switch). `WHICH`: which
    piece lies there, but not its turn or push, and perhaps not its face (an RFID reader). `HOW`: which piece
    lies there, and how (a camera).
    """

    SOMETHING = "something"
    WHICH = "which"
    HOW = "how"


@dataclass(frozen=True, slots=True)
class Seen:
    """One piece as a camera saw it."""

    piece: PieceId
    """The piece whose tag was read."""
    cell: Cell
    """The cell that it lies in."""
    x_mm: float
    """The x of the piece's foot in board millimetres, from the board's centre."""
    y_mm: float
    """The y of the piece's foot in board millimetres, from the board's centre, away from row 1."""
    face: Face
    """The side that is up."""
    turned_deg: float
    """The tag's yaw against the board, counter-clockwise, in [0, 360)."""
    edge: bool | None
    """Whether it is pushed to its cell's edge; None from a source that can't tell."""
    confidence: float
    """How sure the source is of the reading, 0..1."""
    margin: float
    """How much better the tag's id fits than the second best, in the detector's own score."""
    sideways: bool | None = None
    """Whether it lies across what is upright in its cell. None where it leans between both, and in recordings
    from before this was seen.
    """


@dataclass(frozen=True, slots=True)
class Named:
    """One piece that a reader named: it lies in the reader's cell, and the reader can't tell how."""

    piece: PieceId
    """The piece whose tag was read."""
    cell: Cell
    """The reader's cell."""
    face: Face | None = None
    """The side that is up; None where the piece hasn't a tag on each side."""


@dataclass(frozen=True, slots=True)
class Backs:
    """How many pieces show one back in a cell; nobody can see which pieces they are."""

    cell: Cell
    """The cell that they lie in."""
    back: str
    """The game's word for what the back looks like (`Heap.back`)."""
    number: int
    """How many backs are seen. Of a pile only the top one shows."""


@dataclass(frozen=True, slots=True)
class LookPieces:
    """The pieces that a look shows."""

    seen: tuple[Seen, ...] = ()
    """The pieces that a camera saw. Their ids are the tags' (`gen.est`)."""
    named: tuple[Named, ...] = ()
    """The pieces that a reader named."""
    backs: tuple[Backs, ...] | None = None
    """The cards that lie face down without a name, cell by cell; None from a source that can't see backs."""


@dataclass(frozen=True, slots=True)
class LookCells:
    """The cells that a look can't vouch for, and how sure it is of each cell."""

    unsure: tuple[Cell, ...] = ()
    """Cells with something on them that couldn't be read. A source that knows only `SOMETHING` names here all
    cells where something lies.
    """
    blind: tuple[Cell, ...] = ()
    """Cells that couldn't be looked at (a hand, glare, out of the frame)."""
    confidence: dict[Cell, float] = field(default_factory=dict)
    """How sure the source is, 0..1, of its word about a cell (empty, unsure or blind); 0.5 is a toss-up. It
    holds each cell that isn't only under seen pieces. A source that doesn't measure it leaves it empty."""


@dataclass(frozen=True, slots=True)
class LookMotion:
    """The movement between a look and the one before it."""

    steady: bool
    """Nothing moved in the picture since the look before."""
    moved: bool
    """Camera or board shifted, so places can't be trusted."""


@dataclass(frozen=True, slots=True)
class LookReach:
    """The most that a look can say, and how far it can be relied on."""

    board: str = ""
    """The name of the board that was looked for; empty where there is only one."""
    knows: SourceKnows = SourceKnows.HOW
    """The most that the source can know. A reader says `named`, a camera `seen`, a switch only `unsure`."""
    covers: tuple[Cell, ...] | None = None
    """The cells that it looks at; None: the whole board. A missing piece means something only in these
    cells."""
    notices: tuple[PieceId, ...] | None = None
    """The pieces that it notices (those with a magnet, with a sticker); None: all. A missing piece means
    something only for these."""
    trust: float = 1.0
    """How far this source can be relied on, 0..1, by its sharpness and its lens. It decides where two sources
    disagree."""


@dataclass(frozen=True, slots=True)
class Look:
    """One source's look at the board, or at the part of it that it covers."""

    source: str
    """The source that looked."""
    sequence: int
    """The look's number, counted by the source."""
    taken_at: Seconds
    """When it looked, in seconds by the wall clock."""
    pieces: LookPieces
    """The pieces that it shows."""
    cells: LookCells
    """The cells that are in doubt or hidden."""
    motion: LookMotion
    """The movement since the look before."""
    reach: LookReach = LookReach()
    """The most that it can say: where it looks, the pieces that it notices, how reliable it is."""
