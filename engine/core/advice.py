"""What a game advises: all that a piece can do and suffer, what is left to do, why something may not be."""

from dataclasses import dataclass, field

from engine.core.decisions import Violation
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class Stop:
    """What ends a piece's ways (`kind` "way") or its lines of sight ("line"), by which rule, and where."""

    kind: str
    rule: RuleId
    text: Phrase
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Aims:
    """What one skill of a piece can be aimed at now: every cell and piece that some legal use of it names."""

    key: str
    label: Phrase
    cells: tuple[Cell, ...] = ()
    pieces: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """All that one piece can do, and what can be done to it. Everything of it is public.

    Now, each exactly what is legal: `moves`; `warps` (cells it's carried to); `entries` (cells where it may
    come onto the board); `attacks`; `digs`; `blocks` (pieces whose hit it may take); `skills`.
    Besides: `paths` are the ways longer than one step, each the cells walked, the goal last. `splash`:
    target → possible second victims. `guards`: target → who may take the hit for it. `range_cells`: what it
    hits from where it stands. `stops`: what ends its ways and lines.

    In its next turn, were nothing else to change until then: `next_moves` (cells it could go to), `next_hits`
    (cells in which it could hit), `damage` (the most that it deals). `threats` are the enemies that could
    hit it in their next turn, `danger` is the damage of all of them together.
    """

    piece: PieceId
    moves: tuple[Cell, ...] = ()
    paths: tuple[tuple[Cell, ...], ...] = ()
    attacks: tuple[PieceId, ...] = ()
    splash: tuple[tuple[PieceId, tuple[PieceId, ...]], ...] = ()
    guards: tuple[tuple[PieceId, tuple[PieceId, ...]], ...] = ()
    digs: tuple[Cell, ...] = ()
    warps: tuple[Cell, ...] = ()
    entries: tuple[Cell, ...] = ()
    blocks: tuple[PieceId, ...] = ()
    skills: tuple[Aims, ...] = ()
    range_cells: tuple[Cell, ...] = ()
    stops: tuple[Stop, ...] = ()
    next_moves: tuple[Cell, ...] = ()
    next_hits: tuple[Cell, ...] = ()
    damage: int = 0
    threats: tuple[PieceId, ...] = ()
    danger: int = 0
    note: Phrase = field(default_factory=unsaid)


@dataclass(frozen=True, slots=True)
class LeftToDo:
    """One kind of thing that a seat has still to do.

    `kind` is the game's word (`move`, `attack`, `answer`), `text` says it to people, `pieces` are those
    that can do it. `due`: play doesn't go on without it.
    """

    seat: Seat
    kind: str
    text: Phrase
    pieces: tuple[PieceId, ...] = ()
    due: bool = False


@dataclass(frozen=True, slots=True)
class TableAdvice:
    """The advice for every piece of the players, and what is left to do now. Everything of it is public."""

    advice: tuple[Advice, ...]
    left: tuple[LeftToDo, ...] = ()


@dataclass(frozen=True, slots=True)
class IntentCheck:
    """One thing a piece could be meant to do at a place, and the rules that it breaks; none: it may.

    `use` is the game's word for it (`move`), `target` the piece or cell it goes to.
    """

    use: str
    target: str
    broken: tuple[Violation, ...] = ()
