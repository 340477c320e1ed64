"""Verdicts: what players see of the judgement of a sighting."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core.disagreement import Disagreement
from engine.core.ids import Cell, PieceId, RuleId, Seat, Seconds
from engine.core.layout import Face
from engine.core.phrase import Phrase, unsaid


class VerdictKind(StrEnum):
    """How a sighting was judged.

    `settled`: actions were committed, or, with none, the table is right again. `pending`: the table may
    become legal, or pieces have still to be put. `ambiguous`: the players are asked. `illegal`: no play
    explains the table. `remarked`: nothing was judged, but judging waits, or waited, for an event (a camera
    was moved).
    """

    SETTLED = "settled"
    PENDING = "pending"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    REMARKED = "remarked"


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """One action of a play, for pages and for people."""

    action: dict[str, Any]
    """The action as scenario files write it."""
    by: Seat | None
    """The seat that took it; None for chance."""
    text: Phrase
    """The action as a sentence."""
    note: Phrase = field(default_factory=unsaid)
    """The text of the card, skill or event that it plays."""
    came: tuple[Phrase, ...] = ()
    """Sentences about its result, once it was played."""


@dataclass(frozen=True, slots=True)
class ViolationText:
    """A broken rule as a sentence."""

    rule: RuleId
    """The rule that is broken."""
    text: Phrase
    """The reason for people."""


UNNAMED = PieceId("")
"""The name in a repair step for cards that lie face down: it says where and how many, and nobody says
which."""


@dataclass(frozen=True, slots=True)
class RepairStep:
    """Where to put one piece."""

    piece: PieceId
    """The piece; `UNNAMED` for cards that lie face down in a cell."""
    seen: Cell | None
    """The cell that it is seen in; None: in none."""
    to: Cell | None
    """The best place for it; None: off the table."""
    others: tuple[Cell, ...]
    """Cells that would also be right."""
    face: Face
    """The side that belongs up."""
    text: Phrase
    """The step for people."""


@dataclass(frozen=True, slots=True)
class Read:
    """One source's reading of a piece in one look. A value that the source can't know is None."""

    source: str
    """The source that read it."""
    frame: int
    """The look's number."""
    piece: PieceId
    """The piece."""
    cell: Cell
    """The cell that it was read in."""
    face: Face | None
    """The side that was up; a reader often knows none."""
    margin: float | None
    """The source's own margin of the reading; a reader knows none."""
    confidence: float | None
    """The source's own confidence in the reading, 0..1."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One source's looks before and after a play, by number."""

    source: str
    """The source."""
    before: int | None
    """The look before; None: it never saw the table right."""
    after: int
    """The look after."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer to a sighting, as players are shown it."""

    kind: VerdictKind
    """Whether it was played, asked, warned or remarked."""
    taken_at: Seconds
    """When the look was taken, in seconds by the wall clock."""
    frame: int
    """The source's number of the look that the verdict rests on."""
    revision: int
    """The match's revision after the verdict."""
    actions: tuple[PlayedAction, ...] = ()
    """The actions that were played."""
    candidates: tuple[tuple[PlayedAction, ...], ...] = ()
    """The possible plays, where there are several or none is sure. Each is a whole explanation, the likeliest
    first."""
    likelihoods: tuple[float, ...] = ()
    """How likely each of the candidates is, together 1."""
    violations: tuple[ViolationText, ...] = ()
    """The rules that are broken."""
    repair: tuple[RepairStep, ...] = ()
    """The steps that put the table right."""
    text: Phrase = field(default_factory=unsaid)
    """The verdict for people."""
    reads: tuple[Read, ...] = ()
    """The readings of the pieces that the verdict is about."""
    cells: tuple[Cell, ...] = ()
    """The cells where these pieces lie, and where they should lie."""
    proofs: tuple[Proof, ...] = ()
    """The looks that show it, before and after."""
    disagreements: tuple[Disagreement, ...] = ()
    """Where sources contradict each other about these pieces."""
    felt: tuple[Cell, ...] = ()
    """Cells where switches notice something that no source can name. The table asks which piece lies
    there."""
