"""What the players are told about what the table looks like."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core.disagreement import Disagreement
from engine.core.ids import Cell, PieceId, RuleId, Seat, Seconds
from engine.core.layout import Face
from engine.core.phrase import Phrase, unsaid


class VerdictKind(StrEnum):
    """How a look at the table ended.

    `settled`: actions committed, or, with none, the table is right again. `pending`: may become legal, or
    pieces are still to be put. `ambiguous`: the players are asked. `illegal`: no play explains it.
    `remarked`: no look ended, but something happened that judging waits or waited for (a camera was moved).
    """

    SETTLED = "settled"
    PENDING = "pending"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    REMARKED = "remarked"


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action as scenario files write it, whose it was, and as a sentence.

    `note` is what is written on the card, skill or event that it plays; `came` says what came of it, once
    it was played.
    """

    action: dict[str, Any]
    by: Seat | None
    text: Phrase
    note: Phrase = field(default_factory=unsaid)
    came: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class ViolationText:
    """A broken rule as a sentence."""

    rule: RuleId
    text: Phrase


UNNAMED = PieceId("")
"""Stands in a repair step for cards that lie face down: it says where and how many, and nobody says which."""


@dataclass(frozen=True, slots=True)
class RepairStep:
    """Where to put one piece: `to` is the best place (None: off the table), `others` would also be right.

    `piece` is `UNNAMED` where it's what lies face down in a cell.
    """

    piece: PieceId
    seen: Cell | None
    to: Cell | None
    others: tuple[Cell, ...]
    face: str
    text: Phrase


@dataclass(frozen=True, slots=True)
class Read:
    """How one source read a piece in the look `frame`: `margin` and `confidence` are the source's own.

    What it can't tell is None: a reader knows no margin, and often no face.
    """

    source: str
    frame: int
    piece: PieceId
    cell: Cell
    face: Face | None
    margin: float | None
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Proof:
    """One source's looks before and after, by number; `before` None: it never saw the table right."""

    source: str
    before: int | None
    after: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict.

    `frame` is the source's sequence number of the look it rests on. `candidates`: what it might have been,
    where that was more than one thing or isn't sure, each a whole explanation, the likeliest first;
    `likelihoods` go with them, together 1. `revision` is the match's after the verdict. `reads`: how the
    pieces it's about were read, `cells`: where they lie and should; `proofs`: which looks show that;
    `disagreements`: where sources contradict each other about these. `felt`: cells in which something is
    felt that nothing can name, where it's asked what lies there.
    """

    kind: VerdictKind
    taken_at: Seconds
    frame: int
    revision: int
    actions: tuple[PlayedAction, ...] = ()
    candidates: tuple[tuple[PlayedAction, ...], ...] = ()
    likelihoods: tuple[float, ...] = ()
    violations: tuple[ViolationText, ...] = ()
    repair: tuple[RepairStep, ...] = ()
    text: Phrase = field(default_factory=unsaid)
    reads: tuple[Read, ...] = ()
    cells: tuple[Cell, ...] = ()
    proofs: tuple[Proof, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    felt: tuple[Cell, ...] = ()
