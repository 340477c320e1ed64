"""A game's advice: what a piece can do and suffer, what is left to do, and why an action is forbidden."""

from dataclasses import dataclass, field

from engine.core.decisions import Violation
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class Stop:
    """A reason why a piece's ways or lines of sight end at some cells: a rule."""

    kind: str
    """`way` or `line`: the rule ends ways, or lines of sight."""
    rule: RuleId
    """The rule that ends them."""
    text: Phrase
    """The reason for people."""
    cells: tuple[Cell, ...]
    """The cells where the rule ends them."""


@dataclass(frozen=True, slots=True)
class Aims:
    """The targets of one skill of a piece now: every cell and piece that some legal use of it names."""

    key: str
    """The game's word for the skill."""
    label: Phrase
    """The skill's name for people."""
    cells: tuple[Cell, ...] = ()
    """The cells that it can be aimed at."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that it can be aimed at."""


@dataclass(frozen=True, slots=True)
class Advice:
    """All that one piece can do, and what can be done to it. All of it is public.

    The fields that begin with "Now" hold the legal actions and no others. The fields for the piece's next
    turn suppose that nothing else changes until then.
    """

    piece: PieceId
    """The piece that the advice is for."""
    moves: tuple[Cell, ...] = ()
    """Now: the cells it may move to."""
    sideways: tuple[Cell, ...] = ()
    """Now: those of `moves` where the card lies sideways after the move."""
    paths: tuple[tuple[Cell, ...], ...] = ()
    """Now: the ways longer than one step. Each holds the cells walked, the goal last."""
    attacks: tuple[PieceId, ...] = ()
    """Now: the pieces it may attack."""
    splash: tuple[tuple[PieceId, tuple[PieceId, ...]], ...] = ()
    """Now: each target with its possible second victims."""
    guards: tuple[tuple[PieceId, tuple[PieceId, ...]], ...] = ()
    """Now: each target with the pieces that may take the hit for it."""
    digs: tuple[Cell, ...] = ()
    """Now: the cells it may dig in."""
    warps: tuple[Cell, ...] = ()
    """Now: the cells it can be carried to."""
    entries: tuple[Cell, ...] = ()
    """Now: the cells where it may come onto the board."""
    blocks: tuple[PieceId, ...] = ()
    """Now: the pieces whose hit it may take."""
    skills: tuple[Aims, ...] = ()
    """Now: its skills with their targets."""
    range_cells: tuple[Cell, ...] = ()
    """The cells it hits from where it stands."""
    stops: tuple[Stop, ...] = ()
    """The ends of its ways and lines."""
    next_moves: tuple[Cell, ...] = ()
    """In its next turn: the cells it could go to."""
    next_hits: tuple[Cell, ...] = ()
    """In its next turn: the cells it could hit."""
    damage: int = 0
    """In its next turn: the most damage that it deals."""
    threats: tuple[PieceId, ...] = ()
    """The enemies that could hit it in their next turn."""
    danger: int = 0
    """The damage that all threats would deal together."""
    note: Phrase = field(default_factory=unsaid)
    """A remark for people; unsaid where there is none."""


@dataclass(frozen=True, slots=True)
class LeftToDo:
    """One kind of thing that a seat has still to do."""

    seat: Seat
    """The seat that has to do it."""
    kind: str
    """The game's word for it (`move`, `attack`, `answer`)."""
    text: Phrase
    """The same for people."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that can do it."""
    due: bool = False
    """Whether play stops until it is done."""


@dataclass(frozen=True, slots=True)
class TableAdvice:
    """The advice for every piece of the players, and what is left to do now. All of it is public."""

    advice: tuple[Advice, ...]
    """The advice, one for each piece."""
    left: tuple[LeftToDo, ...] = ()
    """The tasks that are left now."""


@dataclass(frozen=True, slots=True)
class IntentCheck:
    """One action that a piece could mean at a place, and the rules that it breaks."""

    use: str
    """The game's word for the action (`move`)."""
    target: str
    """The piece or cell that the action is aimed at."""
    broken: tuple[Violation, ...] = ()
    """The rules that it breaks; none where it is legal."""
