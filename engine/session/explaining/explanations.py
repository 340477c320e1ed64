"""What a settled sighting may mean: nothing new, a play, a doubt, a question, or nothing legal. Values."""

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
    as they did. `lifted`: pieces that may move are off the table, so perhaps in a hand. `not_pushed`: whom
    it says acted isn't at the edge, or somebody else is. `nudged`: who is at the edge may have been nudged
    there by the hand that put another piece beside it. `in_doubt`: it concerns what lies where no play
    explains it, and was named already. `taking_back`: pieces are on their way to where they lay earlier this
    turn. `unnamed`: no sensor can tell which piece it was, or where it went. `several`: more than one line of
    play fits. `unwatched`: cards were turned up where nobody could look meanwhile, perhaps several in turn.
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
    """The table is as the state says; `nudged` pieces only lie otherwise at their cell's edge."""

    nudged: frozenset[PieceId] = frozenset()


@dataclass(frozen=True, slots=True)
class Pending(Generic[S, A]):
    """It may become legal play. `lines` could be meant, `puts` would finish the first or undo it.

    `strangers`: cells in which something is felt that no play puts there, while all else is right.
    """

    why: Why
    lines: tuple[ActionLine[S, A], ...] = ()
    puts: tuple[PutPiece, ...] = ()
    strangers: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[S, A]):
    """The players are asked which of `lines` was played; with one line, whether it was.

    Likeliest first; `likelihoods` go with them, together 1.
    """

    why: Why
    lines: tuple[ActionLine[S, A], ...]
    likelihoods: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled(Generic[S, A]):
    """One line of play explains all; `among` several, where it was by far the likeliest."""

    line: ActionLine[S, A]
    among: Ambiguous[S, A] | None = None


@dataclass(frozen=True, slots=True)
class Unexplained(Generic[A]):
    """No legal play looks like this.

    `nearest`: what may have been meant. `violations`: the rules it breaks, nearest first. `puts`: the fewest
    pieces to put, so that the table is right again, or that legal play explains the rest. `unsaid`: legal
    plays that pieces can't show, any of which would explain it. `besides`: pieces that lie otherwise, too;
    `sole`: it's surely the pieces to put that lie wrong, and not some of these. `strangers`: cells in which
    something lies that no play puts there, and nobody knows who it is.
    """

    nearest: tuple[A, ...]
    violations: tuple[Violation, ...]
    puts: tuple[PutPiece, ...]
    unsaid: tuple[A, ...] = ()
    besides: frozenset[PieceId] = frozenset()
    sole: bool = False
    strangers: frozenset[Cell] = frozenset()


Explanation = Unchanged | Settled[S, A] | Pending[S, A] | Ambiguous[S, A] | Unexplained[A]
