"""The possible meanings of a settled sighting: nothing new, a play, a doubt, a question, or nothing legal.

Values.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from engine.core.decisions import Violation
from engine.core.game import A, S
from engine.core.ids import Cell, PieceId
from engine.session.explaining.lines import ActionLine
from engine.session.explaining.repair import PutPiece


class Why(StrEnum):
    """Why an explanation isn't certain yet.

    `hidden`: it rests on pieces that couldn't be looked for. `unfinished`: pieces that it changes still lie
    as before. `lifted`: pieces that may move are off the table, so perhaps in a hand. `not_pushed`: its
    acting piece isn't at the edge, or another piece is. `nudged`: the piece at the edge may have been nudged
    there by the hand that put another piece beside it. `in_doubt`: it concerns a piece that no play explains
    and that was named already. `taking_back`: pieces are on their way to where they lay earlier this turn.
    `unnamed`: no sensor can tell which piece it was, or where it went. `several`: more than one line of play
    fits. `unwatched`: cards were turned up while nobody could look there, perhaps several in turn.
    """

    HIDDEN = "hidden"
    UNFINISHED = "unfinished"
    LIFTED = "lifted"
    NOT_PUSHED = "not_pushed"
    NUDGED = "nudged"
    IN_DOUBT = "in_doubt"
    TAKING_BACK = "taking_back"
    UNNAMED = "unnamed"
    UNWATCHED = "unwatched"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table is as the state says."""

    nudged: frozenset[PieceId] = frozenset()
    """Pieces that differ only in their push to their cell's edge."""


@dataclass(frozen=True, slots=True)
class Pending(Generic[S, A]):
    """The table may become legal play."""

    why: Why
    """Why it isn't settled yet."""
    lines: tuple[ActionLine[S, A], ...] = ()
    """The lines of play that could be meant."""
    puts: tuple[PutPiece, ...] = ()
    """The pieces whose moves would finish the first line or undo it."""
    strangers: frozenset[Cell] = frozenset()
    """Cells where switches feel something that no play puts there, though everything else is right."""


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[S, A]):
    """Several lines of play fit, or one that isn't sure. The players are asked."""

    why: Why
    """Why it isn't sure."""
    lines: tuple[ActionLine[S, A], ...]
    """The lines that may have been played, the likeliest first. With one line, the players are asked whether
    it was played.
    """
    likelihoods: tuple[float, ...] = ()
    """How likely each of the lines is, together 1."""


@dataclass(frozen=True, slots=True)
class Settled(Generic[S, A]):
    """One line of play explains all."""

    line: ActionLine[S, A]
    """The line."""
    among: Ambiguous[S, A] | None = None
    """The lines that it was chosen from as by far the likeliest; None: it was the only one."""


@dataclass(frozen=True, slots=True)
class Unexplained(Generic[A]):
    """No legal play looks like this."""

    nearest: tuple[A, ...]
    """The actions that may have been meant."""
    violations: tuple[Violation, ...]
    """The rules that they break, the nearest action's first."""
    puts: tuple[PutPiece, ...]
    """The fewest pieces to put so that the table is right again, or so that legal play explains the rest."""
    unsaid: tuple[A, ...] = ()
    """Legal plays that pieces can't show. If somebody announced one of them, it would explain the table."""
    besides: frozenset[PieceId] = frozenset()
    """Further pieces that lie otherwise than expected."""
    sole: bool = False
    """The pieces to put are surely the wrong ones, and not some of `besides`."""
    strangers: frozenset[Cell] = frozenset()
    """Cells where something unknown lies that no play puts there."""


Explanation = Unchanged | Settled[S, A] | Pending[S, A] | Ambiguous[S, A] | Unexplained[A]
