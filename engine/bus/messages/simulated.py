"""The simulated table, and the acts of visitors at it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.ids import Cell
from engine.core.layout import Face


class LabelState(StrEnum):
    """How a piece's label shows: clear, covered, or aside because the piece has fallen over."""

    CLEAR = "clear"
    COVERED = "covered"
    FALLEN = "fallen"


class PutFace(StrEnum):
    """The side that is up after a piece was put: the one that was up before, or another."""

    AS_IT_LAY = ""
    UP = "up"
    DOWN = "down"


class SimulatorAct(StrEnum):
    """The acts of visitors at the simulated table, by the words of orders."""

    PUT = "put"
    SETTLE = "settle"
    LIFT = "lift"
    FLIP = "flip"
    TAKE = "take"
    PRESS = "press"
    THROW = "throw"
    LAY = "lay"
    FAULT = "fault"
    MEND = "mend"
    HOLD = "hold"
    TURN = "turn"
    SHUFFLE = "shuffle"
    FAN = "fan"
    SQUARE = "square"
    CARRY = "carry"


@dataclass(frozen=True, slots=True)
class SimulatedPiece:
    """A piece of the simulated table."""

    piece: str
    """The piece."""
    x_mm: float | None
    """The x of its middle in board millimetres; None: it lies in the box."""
    y_mm: float | None
    """The y of its middle in board millimetres; None: it lies in the box."""
    face: Face = Face.UP
    """The side that is up."""
    turned_deg: float = 0.0
    """How far it is turned on the board, counter-clockwise."""
    shown: LabelState = LabelState.CLEAR
    """How its label shows."""
    hand: str = ""
    """The seat whose hand it is in; then it lies nowhere. Empty: in no hand."""
    card: bool = False
    """It's a card, whose face is its secret."""


@dataclass(frozen=True, slots=True)
class SimulatedFault:
    """A fault that somebody put into the simulated table."""

    fault: str
    """The fault's name."""
    was: SimulatedPiece | None = None
    """How its piece lay before; None where it concerns no piece."""
    at_mm: tuple[float, float] | None = None
    """Its place over the board; None where it has none."""


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """All physical pieces of the simulated table, and its faults now. Retained."""

    pieces: tuple[SimulatedPiece, ...]
    """The pieces. Of cards at one place later ones lie on earlier ones."""
    match: str = ""
    """The match that it was last set up for."""
    faults: tuple[SimulatedFault, ...] = ()
    """The faults that it has now."""


@dataclass(frozen=True, slots=True)
class SimulatorOrder:
    """A visitor's request at the simulated table."""

    order: SimulatorAct
    """The kind of request. `put`, `flip`, `take`: a piece. `settle`: hands lay the piece as the match has it,
    unless it lies so already. `lift`: a hand holds the piece up until it's put somewhere, or until some
    seconds pass without another `lift`. `press`: a button. `throw`: a die into the tray. `lay`: a tag on a
    pad, in place of the one that lies there. `fault`: puts in a fault. `mend`: puts a fault right. With
    cards: `put` with a `face`, up or down; `hold`: into the hand of the seat whose pad `device` is, over its
    reader; `turn`: by a quarter; `shuffle`, `fan`, `square`: the pile that `piece` lies in; `carry`: all of
    that pile to a place."""
    piece: str = ""
    """The piece. `fault`: empty: chance picks one."""
    x_mm: float = 0.0
    """The x of the place in board millimetres."""
    y_mm: float = 0.0
    """The y of the place in board millimetres."""
    button: str = ""
    """`press`: the button's name."""
    device: str = ""
    """The pad's or board's name."""
    tag: str = ""
    """`lay`: the tag's uid; empty: the tag that lies there is taken off."""
    fault: str = ""
    """The fault's name. `mend`: empty: all faults."""
    face: PutFace = PutFace.AS_IT_LAY
    """`put`: the side that is up."""
    cell: Cell | None = None
    """`put`: the cell to put the piece into, instead of a place; hands find the room there."""
    sideways: bool = False
    """`put` into a cell: whether a card lies sideways there."""
